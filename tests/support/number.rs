//! The text of a number, for the tests and the fuzz targets.

/// ECMA-262, 6.1.6.1.20, from `ryu`'s digits.
pub fn expected(value: f64) -> String {
    if !value.is_finite() {
        return "null".to_string();
    }
    if value == 0.0 {
        return "0".to_string();
    }
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    // The value is 0.digits * 10^n.
    let n = exponent.parse::<i32>().unwrap() + whole.len() as i32 - (all.len() - digits.len()) as i32;
    let digits = digits.trim_end_matches('0');
    let k = digits.len() as i32;
    let text = if k <= n && n <= 21 {
        format!("{digits}{}", "0".repeat((n - k) as usize))
    } else if 0 < n && n <= 21 {
        format!("{}.{}", &digits[..n as usize], &digits[n as usize..])
    } else if -6 < n && n <= 0 {
        format!("0.{}{digits}", "0".repeat(-n as usize))
    } else if k == 1 {
        format!("{digits}e{:+}", n - 1)
    } else {
        format!("{}.{}e{:+}", &digits[..1], &digits[1..], n - 1)
    };
    if value < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}
