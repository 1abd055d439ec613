//! Numbers on the command line.

/// An address: decimal, or hexadecimal with `0x`.
pub fn address(text: &str) -> Result<u64, String> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    u64::from_str_radix(digits, radix).map_err(|e| e.to_string())
}

/// A 32-bit number as [`address`] reads it.
pub fn seed(text: &str) -> Result<u32, String> {
    address(text)?.try_into().map_err(|_| "more than 32 bits".to_owned())
}

/// Three numbers separated by commas; missing ones are 0.
pub fn group(text: &str) -> Result<[u32; 3], String> {
    let mut out = [0; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("more than three numbers".to_owned());
    }
    for (slot, part) in out.iter_mut().zip(parts) {
        *slot = part.trim().parse().map_err(|_| format!("`{part}` is not a number"))?;
    }
    Ok(out)
}

/// A word as one to eight hexadecimal digits, with or without `0x`.
pub fn word(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    (digits.len() <= 8).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// An 8-bit number as [`address`] reads it.
pub fn byte(text: &str) -> Result<u8, String> {
    address(text)?.try_into().map_err(|_| "more than 8 bits".to_owned())
}

/// Three numbers separated by commas, none of them 0; missing ones are 1.
pub fn size(text: &str) -> Result<[u32; 3], String> {
    let given = text.split(',').count();
    let mut out = group(text)?;
    for slot in out.iter_mut().skip(given) {
        *slot = 1;
    }
    if out.contains(&0) { Err("a size is 0".to_owned()) } else { Ok(out) }
}

/// What random programs may contain, by name.
pub fn feature(text: &str) -> Result<driver::random::Features, String> {
    let names = driver::random::Features::NAMES;
    names.iter().find(|(name, _)| *name == text).map(|(_, feature)| *feature).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        format!("`{text}` is none of {}", names.join(", "))
    })
}
