//! Work on many items by several threads, with the results taken in one place.

use super::interrupt;
use crate::note;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use rayon::iter::{ParallelBridge, ParallelIterator};
use rayon::ThreadPoolBuilder;

/// The most threads for each core: more would only wait for each other.
const THREADS_A_CORE: usize = 4;

/// Works on every item on `jobs` threads (at least one), each of which has a worker of its
/// own, and hands each result to `take`, on the calling thread, as soon as it is there.
/// With one thread, the results come in the order of the items. After Ctrl-C no item is begun.
///
/// No more threads are started than there are items or than the cores can serve; a
/// remark says so.
///
/// # Errors
/// The first error that `take` returns; no item is begun after it.
pub fn run<T: Send, R: Send, W>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send,
    worker: impl Fn() -> W + Sync + Send,
    work: impl Fn(&mut W, T) -> R + Sync + Send,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let jobs = sensible(jobs, items.size_hint().1);
    let items = items.take_while(|_| !interrupt::interrupted());
    if jobs == 1 {
        // A second thread would only wait, and waiting costs CPU time as well.
        let mut worker = worker();
        return items.map(|item| work(&mut worker, item)).try_for_each(take);
    }
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    // Threads have to wait if they work faster than results are taken.
    let (sender, receiver) = mpsc::sync_channel(jobs);
    thread::scope(|scope| {
        scope.spawn(|| {
            pool.install(|| {
                let each = |worker: &mut W, item| sender.send(work(worker, item)).ok();
                // After an error the receiver is gone, and `while_some` stops.
                let sent = items.par_bridge().map_init(worker, each);
                sent.while_some().for_each(drop);
            });
            drop(sender);
        });
        receiver.into_iter().try_for_each(&mut take)
    })
}

/// The most threads that this machine's cores can serve.
fn most() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    THREADS_A_CORE * cores
}

/// The number of threads to start merely to keep the cores busy, when the user asks for `asked`.
pub fn busy(asked: u16) -> usize {
    let threads = usize::from(asked).min(most());
    if threads < usize::from(asked) {
        note!("--load {asked}: {threads} threads, {THREADS_A_CORE} for each core");
    }
    threads
}

/// The number of threads to start when the user asks for `asked`, given the most items that
/// there can be.
pub fn sensible(asked: usize, items: Option<usize>) -> usize {
    let most = most();
    let jobs = asked.min(most).min(items.unwrap_or(usize::MAX)).max(1);
    if jobs < asked && jobs == most {
        note!("--jobs {asked}: {jobs} at a time, {THREADS_A_CORE} for each core");
    } else if jobs < asked {
        note!("--jobs {asked}: {jobs} at a time, one for each piece of work");
    }
    jobs
}
