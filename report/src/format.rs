//! Formatting of numbers.

use tradewind_stats::estimate::Estimate;
pub(crate) use tradewind_stats::estimate::fixed;

/// The decimals of an estimate: two significant digits of the half-width of its interval, from 0 to 4 decimals.
pub(crate) fn decimals(half_width: f64) -> usize {
    if !(half_width > 0.0 && half_width.is_finite()) {
        return 2;
    }
    // 0.0995 rounds to 0.10, hence the factor.
    let magnitude = libm::log10(half_width * 1.005).floor();
    (1.0 - magnitude).clamp(0.0, 4.0) as usize
}

/// Half the width of an interval.
pub(crate) fn half_width(estimate: Estimate) -> f64 {
    (estimate.high - estimate.low) / 2.0
}

/// The common decimals of a column of estimates, from the median half-width of their intervals.
pub(crate) fn common_decimals(estimates: &[Estimate]) -> usize {
    let half_widths = estimates.iter().copied().map(half_width);
    let mut half_widths: Vec<f64> = half_widths.filter(|half| *half > 0.0).collect();
    half_widths.sort_by(f64::total_cmp);
    let median = half_widths.get(half_widths.len() / 2);
    decimals(median.copied().unwrap_or(0.0))
}

/// An estimate with its interval, rounded by [`decimals`].
pub(crate) fn with_interval(estimate: Estimate) -> String {
    estimate.text(decimals(half_width(estimate)))
}

/// An estimate in a unit, with its interval, rounded by [`decimals`].
pub(crate) fn with_unit(estimate: Estimate, unit: &str) -> String {
    with_digits(estimate, decimals(half_width(estimate)), unit)
}

/// An estimate in a unit, with its interval.
pub(crate) fn with_digits(estimate: Estimate, digits: usize, unit: &str) -> String {
    let Estimate { value, low, high } = estimate;
    let [value, low, high] = [value, low, high].map(|number| fixed(number, digits));
    format!("{value}{unit} [{low}, {high}]")
}

/// Texts with a separator between them; `None` if there are none.
pub(crate) fn joined<T: ToString>(
    texts: impl IntoIterator<Item = T>,
    separator: &str,
) -> Option<String> {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    (!texts.is_empty()).then(|| texts.join(separator))
}

/// An integer with thousands separators.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The first of 1, 2, 5, 10, 20, 50, … (or 0.5, 0.2, …) that is at least `least`.
pub(crate) fn round_step(least: f64) -> f64 {
    if !(least > 0.0 && least.is_finite()) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::log10(least).floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_widths_set_the_decimals() {
        assert_eq!(decimals(0.23), 2);
        assert_eq!(decimals(0.0999), 2);
        assert_eq!(decimals(0.031), 3);
        assert_eq!(decimals(4.2), 1);
        assert_eq!(decimals(130.0), 0);
        assert_eq!(decimals(1e-9), 4);
        assert_eq!(decimals(f64::NAN), 2);
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(fixed(-0.004, 2), "0.00");
        assert_eq!(fixed(-0.4, 1), "-0.4");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(0.03), 0.05);
        assert_eq!(round_step(1.0), 1.0);
        assert_eq!(round_step(2.1), 5.0);
        assert_eq!(round_step(7.0), 10.0);
        assert_eq!(round_step(0.0), 1.0);
    }
}
