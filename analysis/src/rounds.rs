//! Rounds of games that fill a given time. Estimates from all games follow each round, so that their
//! time, which grows with the games, is measured before most games are played.

use std::time::Duration;

/// A finished round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Number of pairs played.
    pub played: u64,
    /// The time of these games.
    pub games: Duration,
    /// Number of pairs of this and earlier rounds.
    pub estimated: u64,
    /// The time of the estimates from them.
    pub estimates: Duration,
}

/// A round to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NextRound {
    /// The wanted number of pairs.
    pub pairs: u64,
    /// The time after which its games end even if they are fewer.
    pub games: Duration,
}

/// The share of the time that is planned for estimates before they are measured.
pub const ESTIMATES_SHARE: f64 = 0.25;
/// The time that is kept for estimates, as a multiple of the expected one: the machine may become busy.
const RESERVE: f64 = 1.5;
/// The largest and the smallest growth of the number of pairs in a round.
const GROWTH: [f64; 2] = [4.0, 0.1];
/// The least share of the time of the last estimates that grows with the number of pairs.
const GROWING_SHARE: f64 = 0.5;

/// The first round, of `pairs` pairs or fewer.
pub fn first_round(pairs: u64, left: Duration) -> NextRound {
    NextRound {
        pairs,
        games: left.mul_f64(1.0 - ESTIMATES_SHARE),
    }
}

/// The round after some others, given the time that is left for its games and estimates; `None` if no
/// round is worth it.
pub fn next_round(rounds: &[Round], left: Duration) -> Option<NextRound> {
    let last = rounds.last()?;
    let (left, there) = (left.as_secs_f64(), last.estimated as f64);
    let per_pair = last.games.as_secs_f64() / last.played.max(1) as f64;
    let growing = growing_time(rounds, last);
    let next_estimates = |more: f64| RESERVE * (last.estimates.as_secs_f64() + growing * more);
    let fitting = (left - next_estimates(0.0)) / (per_pair + RESERVE * growing).max(1e-9);
    let [most, least] = GROWTH.map(|growth| growth * there);
    let pairs = fitting.min(most).floor();
    // Also without any pairs so far.
    (pairs >= least.max(1.0)).then(|| NextRound {
        pairs: pairs as u64,
        games: Duration::from_secs_f64((left - next_estimates(pairs)).max(0.0)),
    })
}

/// The time by which the estimates grow with each pair, after the last of some rounds.
fn growing_time(rounds: &[Round], last: &Round) -> f64 {
    let of_all = last.estimates.as_secs_f64() / last.estimated.max(1) as f64;
    // Before a second measurement all of the time is taken to grow.
    let Some(first) = rounds
        .iter()
        .rev()
        .find(|one| one.estimated < last.estimated)
    else {
        return of_all;
    };
    let more = (last.estimated - first.estimated) as f64;
    let slope = (last.estimates.as_secs_f64() - first.estimates.as_secs_f64()) / more;
    slope.clamp(GROWING_SHARE * of_all, of_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that becomes slower: its seconds per pair, and the time of estimates in seconds.
    struct Machine {
        pair: f64,
        estimates: [f64; 2],
        /// From when on everything takes how many times as long.
        busy: (f64, f64),
    }

    impl Machine {
        /// The end of some work that begins at `now`.
        fn after(&self, now: f64, work: f64) -> f64 {
            let (from, times) = self.busy;
            let free = (from - now).clamp(0.0, work);
            now + free + (work - free) * times
        }

        /// The time taken and the number of pairs played.
        fn run(&self, budget: f64) -> (f64, u64) {
            let (mut now, mut rounds, mut there) = (0.0, Vec::new(), 0);
            let mut next = Some(first_round(120, Duration::from_secs_f64(budget)));
            while let Some(round) = next {
                let begun = now;
                let end = begun + round.games.as_secs_f64();
                let mut played = 0;
                while played < round.pairs && self.after(now, self.pair) <= end {
                    now = self.after(now, self.pair);
                    played += 1;
                }
                if played < round.pairs {
                    now = end;
                }
                there += played;
                let games = Duration::from_secs_f64(now - begun);
                let [constant, growing] = self.estimates;
                let estimated = self.after(now, constant + growing * there as f64);
                rounds.push(Round {
                    played,
                    games,
                    estimated: there,
                    estimates: Duration::from_secs_f64(estimated - now),
                });
                now = estimated;
                next = next_round(&rounds, Duration::from_secs_f64((budget - now).max(0.0)));
            }
            assert!(rounds.len() < 12, "{} rounds", rounds.len());
            (now, there)
        }
    }

    #[test]
    fn rounds_fill_the_time_and_no_more() {
        for budget in [20.0, 60.0, 180.0, 600.0, 7_200.0] {
            for pair in [0.01, 0.1, 1.0] {
                for estimates in [[0.2, 0.0005], [1.0, 0.002], [0.05, 0.01 * pair]] {
                    for times in [1.0, 1.5, 2.0] {
                        for from in [0.0, 0.4 * budget, 0.8 * budget] {
                            let machine = Machine {
                                pair,
                                estimates,
                                busy: (from, times),
                            };
                            let (time, pairs) = machine.run(budget);
                            let told = format!(
                                "{budget} s, {pair} s a pair, estimates {estimates:?}, {times} times slower from {from} s: {time} s, {pairs} pairs"
                            );
                            assert!(time <= 1.1 * budget, "{told}");
                            assert!(time >= 0.6 * budget, "{told}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_played_without_time() {
        let round = Round {
            played: 100,
            games: Duration::from_secs(10),
            estimated: 100,
            estimates: Duration::from_secs(2),
        };
        assert_eq!(next_round(&[round], Duration::from_secs(3)), None);
        let next = next_round(&[round], Duration::from_secs(30)).expect("there is time");
        // 207 pairs in 20.7 s, and 1.5 times the 6.1 s of their estimates.
        assert_eq!(next.pairs, 207);
        assert!((20.0..22.0).contains(&next.games.as_secs_f64()), "{next:?}");
        assert_eq!(next_round(&[], Duration::from_secs(30)), None);
    }
}
