//! Positions as a network sees them.

/// Quiet positions as a network sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct LearningSet {
    /// The inputs of all positions: first those of the side to move, then as many of the other one.
    inputs: Vec<u16>,
    /// By position: the end of its inputs.
    ends: Vec<u64>,
    buckets: Vec<u8>,
    /// Half points of the side to move.
    results: Vec<u8>,
    /// What the network is added to, and what the search expected, in centipawns for the side to move.
    numbers: Vec<[i16; 2]>,
}

/// A position that something is learnt from.
pub(super) struct LearningPosition<'s> {
    /// The inputs in the view of the side to move, and in that of the other one.
    pub views: [&'s [u16]; 2],
    pub bucket: usize,
    /// What the network is added to, in centipawns.
    pub offset: f64,
    /// What the search expected, in centipawns.
    pub score: f64,
    /// The side's share of the point.
    pub result: f64,
}

impl LearningSet {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A position by its number.
    pub fn lesson(&self, at: usize) -> LearningPosition<'_> {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let inputs = &self.inputs[begin as usize..self.ends[at] as usize];
        let [offset, score] = self.numbers[at];
        LearningPosition {
            views: inputs.split_at(inputs.len() / 2).into(),
            bucket: usize::from(self.buckets[at]),
            offset: f64::from(offset),
            score: f64::from(score),
            result: f64::from(self.results[at]) / 2.0,
        }
    }

    /// Adds a position: the inputs in the view of the side to move without the place of its royal, by these those in the other
    /// view, what the places of both royals add to them, the output that is meant, half points, and what the network is added to
    /// and the search expected.
    pub fn push(
        &mut self,
        inputs: impl Iterator<Item = u16>,
        turned: &[u16],
        [own, other]: [u16; 2],
        bucket: u8,
        result: u8,
        numbers: [i16; 2],
    ) {
        let begin = self.inputs.len();
        // From within, which is faster for the squares of a board than asking for one after the other.
        inputs.for_each(|input| self.inputs.push(input));
        for at in begin..self.inputs.len() {
            let input = self.inputs[at];
            self.inputs[at] = own + input;
            self.inputs.push(other + turned[usize::from(input)]);
        }
        self.ends.push(self.inputs.len() as u64);
        self.buckets.push(bucket);
        self.results.push(result);
        self.numbers.push(numbers);
    }

    /// The same with royals in all places by turns, where `placings` inputs follow each other for each place.
    #[cfg(test)]
    pub fn with_royals(mut self, placings: u16) -> LearningSet {
        let mut begin = 0;
        for (number, &end) in (0..).zip(&self.ends) {
            let inputs = &mut self.inputs[begin..end as usize];
            let (own, other) = inputs.split_at_mut(inputs.len() / 2);
            own.iter_mut()
                .for_each(|input| *input += number % 4 * placings);
            other
                .iter_mut()
                .for_each(|input| *input += number / 4 % 4 * placings);
            begin = end as usize;
        }
        self
    }

    /// Adds the positions of another set.
    pub fn append(&mut self, other: LearningSet) {
        let begin = self.inputs.len() as u64;
        self.inputs.extend(other.inputs);
        self.ends.extend(other.ends.iter().map(|end| begin + end));
        self.buckets.extend(other.buckets);
        self.results.extend(other.results);
        self.numbers.extend(other.numbers);
    }
}
