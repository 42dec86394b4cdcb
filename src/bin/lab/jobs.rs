//! Many pieces of work on several threads, and one place that takes the results.

use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use rayon::iter::{ParallelBridge, ParallelIterator};
use rayon::ThreadPoolBuilder;

/// Works on every item on `jobs` threads (at least one), each of which has a tool
/// of its own, and hands each result to `take`, on the calling thread, as soon as
/// it is there. With one thread, the results come in the order of the items.
///
/// # Errors
/// The first error that `take` returns; no item is begun after it.
pub fn run<T: Send, R: Send, W>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send,
    tool: impl Fn() -> W + Sync + Send,
    work: impl Fn(&mut W, T) -> R + Sync + Send,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    if jobs == 1 {
        // A second thread would only wait, and waiting costs CPU time as well.
        let mut tool = tool();
        return items.map(|item| work(&mut tool, item)).try_for_each(take);
    }
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    // Threads that work faster than results are taken have to wait.
    let (sender, receiver) = mpsc::sync_channel(jobs);
    thread::scope(|scope| {
        scope.spawn(|| {
            pool.install(|| {
                let each = |tool: &mut W, item| sender.send(work(tool, item)).ok();
                // After an error the receiver is gone, and `while_some` stops.
                let sent = items.par_bridge().map_init(tool, each);
                sent.while_some().for_each(drop);
            });
            drop(sender);
        });
        receiver.into_iter().try_for_each(&mut take)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_taken_in_order_on_one_thread() {
        for jobs in [1, 3] {
            let mut squares = Vec::new();
            let take = |square| {
                squares.push(square);
                Ok(())
            };
            let square = |(): &mut (), number| number * number;
            run(jobs, 1..=100_u32, || (), square, take).unwrap();
            if jobs > 1 {
                squares.sort_unstable();
            }
            let expected: Vec<u32> = (1..=100).map(|number| number * number).collect();
            assert_eq!(squares, expected);
        }
    }

    #[test]
    fn an_error_ends_endless_work() {
        let error = run(
            2,
            0_u64..,
            || (),
            |(), number| number,
            |_| anyhow::bail!("enough"),
        );
        assert_eq!(error.unwrap_err().to_string(), "enough");
    }
}
