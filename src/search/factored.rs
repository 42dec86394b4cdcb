//! A search over a factored state space, which proves deals unsolvable.
//!
//! Red and black cards alternate on cascades, and ranks descend by one. So a card can only ever
//! be put on cards of its own *colour-parity class*: black aces, red twos, black threes … in one,
//! all others in the other. This module searches the game in two parts, one for each class. Between
//! two moves that cannot be taken back, they interact only where they compete for cells and empty
//! columns.
//!
//! # The state space
//!
//! A *sequence break* is a card that lies as dealt on a card that it does not fit on. Once it has
//! moved, it never lies there again. The sequence breaks that are left, and the foundations, make
//! up an *abstract state* ([`AbstractState`]): no move can bring back what it loses. In each
//! cascade, the cards up to and including the topmost sequence break are the *fixed prefix*. (All
//! of them are undisturbed, in Paul & Helmert's word; but undisturbed cards in sequence on top of
//! it, which can leave and come back, are not fixed.) A card that is neither there nor home is
//! *loose*, even if it has not moved yet. It lies on one of the two cards that it fits on, its
//! *parents*, or in a *slot*: a cell, or the base of a *free column*, one without a fixed prefix.
//! An abstract state and a parent or slot for each loose card ([`Parents`]) are all that this
//! search knows of a position: neither the order of cells and cascades, nor which slot holds a
//! card. This is fc-solve's encoding of states as deltas from the deal, in De Bondt's version,
//! reduced to two sets.
//!
//! A move either keeps the abstract state, and then can be taken back; or it is a *transition*: a
//! sequence break leaves its place, or a card goes home. Each lowers the number of transitions that
//! may remain: sequence breaks, and cards not home. So the abstract states are explored one by one,
//! those with the most transitions remaining first. When a state's turn comes, every position by
//! which it can be entered (an *entry*) is known; once it is explored, it is forgotten (`sweep`).
//! That is the sweep-line method of model checking, with the transitions that remain as its measure
//! of progress.
//!
//! # The factored game, and why running dry is a proof
//!
//! The *factored game* does not say which slot a card is in. It asks only that
//! no more slots are taken than there are, and that no more cards in slots are covered than there
//! are free columns, since nothing lies on a card in a cell. A legal move of one card in the real
//! game keeps both conditions, and a supermove consists of moves of one card. So **every line of
//! the real game is a line of the factored one**. (A card in a cell is one in a slot, and none
//! comes back from home.) The converse fails where a card would have to change its slot while none
//! is free.
//!
//! Three things keep the search small. Each leaves a winnable position of the factored game
//! winnable, so by induction over the transitions that remain, all of them together lose no win:
//!
//! * A card is sent home at once if no card that is left could ever be put on it, or only an ace,
//!   which goes first.
//! * A state is dropped if a coarser game ([`Abstraction`]) cannot be won from it, which forgets
//!   how the loose cards lie.
//! * A transition is left out if another one, with moves that can be taken back, leads to the same
//!   position (see `explorer` and `factor`).
//!
//! Hence if the search runs dry without a win, the real game has none. Where it finds a win, it
//! says nothing: the real game may still have none.
//!
//! No proof rests on a hash. Each abstract state has a number of its own, parents are two
//! exact sets, and the tables compare whole keys: a collision costs time and nothing else. Factor
//! states and components have numbers of 32 bits; the memory that a search may use is limited so
//! that these suffice.
//!
//! # Two factors
//!
//! Within an abstract state, a position is a pair of *factor states*, one for each class, that
//! share nothing but slots. The explorer of an abstract state goes through *connected
//! components* of each factor, and pairs of these, instead of through positions; its argument
//! stands in `explorer`.
//!
//! The nearest relative is decoupled search (Gnad & Hoffmann, *Star-topology decoupled state space
//! search*, Artificial Intelligence, 2018). There, a search branches over the transitions of a
//! centre and keeps what each leaf factor can reach along them, as leaves are independent given the
//! centre's path. Alike: abstract states are the centre, the classes are leaves, and no product of
//! the leaves' states is built within an abstract state. Unlike: the leaves here are not
//! independent given the centre, for they compete for slots, so pairs of components must be kept,
//! each under the number of slots that the other leaf does not take; moves of a leaf can be taken
//! back, so components take the place of costs to reach each state; no plan is looked for, only
//! whether there is one; and cards pass from the centre to the leaves.
//!
//! This saves memory as well: the pairs of an abstract state, and its entries, are nearly products
//! of the two factors, and are kept as such (`pair_set`).
//!
//! # Rules of autoplay
//!
//! The proof is about the game in which only the player sends cards home. What a game sends home by
//! itself is a move that the player could make; so a deal that is unsolvable without autoplay is
//! unsolvable under every rule of it, those of other programs included. For no autoplay and for the
//! `safe` rule the converse holds, too. Under `all`, a deal that can be won without autoplay may
//! still be lost, as the game takes cards away that others would have to lie on.
//!
//! # References
//!
//! * G. Paul & M. Helmert, *Optimal solitaire game solutions using A\* search and deadlock
//!   analysis*, 2016: undisturbed cards.
//! * S. Fish, *Freecell Solver*, `delta_states_debondt_impl.h`: for each card, whether it lies as
//!   dealt, on which parent, at a base, in a cell or at home.
//! * K. Jensen, L. M. Kristensen & T. Mailund, *The sweep-line state space exploration method*,
//!   Theoretical Computer Science 429, 2012.

mod abstraction;
mod explorer;
mod factor;
mod interner;
mod pair_set;
mod placement;
mod state;
mod sweep;

pub use abstraction::Abstraction;
pub use state::{AbstractState, Deal, Entry, Parents};
pub use sweep::FactoredSearch;
