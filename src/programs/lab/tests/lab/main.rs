//! The lab's commands, a file for each, and the conventions that all of them follow.

mod bench;
mod cells;
mod check;
mod curve;
mod deal;
mod diagnose;
mod find;
mod generate;
mod hint;
mod kpat;
mod lines;
mod other_programs;
mod outputs;
mod pasted;
mod play;
mod programs;
mod range;
mod replay;
mod shortest;
mod solve;
mod tables;
mod terminals;
mod translate;
mod tune;
mod verify;
