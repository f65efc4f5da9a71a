//! What is wrong with a client's JSON, in plain words: the library says it in its own, of Rust's types and in
//! English only.

use crate::lang::{Lang, texts};

/// What the library has said, for people.
#[must_use]
pub fn plain(why: &str, lang: Lang) -> String {
    let (why, place) = why.rsplit_once(" at line ").unwrap_or((why, ""));
    let known = unknown_field(why, lang)
        .or_else(|| Some(texts::JSON_MISSING.fill(lang, &[&named(why, "missing field `")?])))
        .or_else(|| Some(texts::JSON_TWICE.fill(lang, &[&named(why, "duplicate field `")?])))
        .or_else(|| other_type(why, lang));
    known.unwrap_or_else(|| {
        let place = place.replace(" column ", ":");
        texts::JSON_BROKEN.fill(lang, &[&why, &place])
    })
}

/// The name that follows these words.
fn named<'a>(why: &'a str, words: &str) -> Option<&'a str> {
    why.strip_prefix(words)?.strip_suffix('`')
}

fn unknown_field(why: &str, lang: Lang) -> Option<String> {
    let (name, others) = why.strip_prefix("unknown field `")?.split_once("`, ")?;
    let others = others.strip_prefix("expected ").unwrap_or_default();
    let others = others.strip_prefix("one of ").unwrap_or(others);
    let others = others.replace(" or ", ", ").replace('`', "");
    Some(if others.is_empty() {
        texts::JSON_NO_FIELDS.fill(lang, &[&name])
    } else {
        texts::JSON_UNKNOWN.fill(lang, &[&name, &others])
    })
}

fn other_type(why: &str, lang: Lang) -> Option<String> {
    let rest = ["invalid type: ", "invalid value: "];
    let rest = rest.iter().find_map(|words| why.strip_prefix(words))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let expected = match expected {
        "i64" => texts::JSON_NUMBER,
        "a string" => texts::JSON_TEXT,
        "a sequence" => texts::JSON_LIST,
        "an object" => texts::JSON_OBJECT,
        _ => return None,
    };
    let value = found
        .split_once('`')
        .and_then(|(_, value)| value.strip_suffix('`'));
    let quoted = found.strip_prefix("string ");
    let found = match (value.or(quoted), found) {
        (Some(value), _) => value.to_string(),
        (None, "map") => texts::JSON_OBJECT.plain(lang).into(),
        (None, "sequence") => texts::JSON_LIST.plain(lang).into(),
        (None, other) => other.into(),
    };
    Some(texts::JSON_TYPE.fill(lang, &[&expected.plain(lang), &found]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_has_its_words() {
        for (why, english, chinese) in [
            (
                "invalid type: string \"2\", expected i64 at line 1 column 12",
                "this is to be a whole number, not \"2\"",
                "应为整数，而不是 \"2\"",
            ),
            (
                "invalid type: floating point `1e+25`, expected i64 at line 1 column 9",
                "this is to be a whole number, not 1e+25",
                "应为整数，而不是 1e+25",
            ),
            (
                "invalid type: map, expected a sequence at line 1 column 9",
                "this is to be a list, not an object",
                "应为数组，而不是 对象",
            ),
            (
                "unknown field `playr`, expected one of `board`, `player` at line 1 column 8",
                "unknown field `playr`: there are board, player",
                "没有字段 `playr`：可用 board, player",
            ),
            (
                "unknown field `a`, expected `level` or `players`",
                "unknown field `a`: there are level, players",
                "没有字段 `a`：可用 level, players",
            ),
            (
                "unknown field `a`, there are no fields",
                "unknown field `a`: nothing is expected here",
                "没有字段 `a`：此处无需内容",
            ),
            (
                "missing field `player` at line 1 column 12",
                "missing field `player`",
                "缺少字段 `player`",
            ),
            (
                "duplicate field `x` at line 1 column 12",
                "duplicate field `x`",
                "字段 `x` 重复",
            ),
            (
                "EOF while parsing a list at line 1 column 12",
                "this is no JSON: EOF while parsing a list (1:12)",
                "不是有效的 JSON：EOF while parsing a list（1:12）",
            ),
        ] {
            assert_eq!(plain(why, Lang::English), english);
            assert_eq!(plain(why, Lang::Chinese), chinese);
        }
    }

    /// A client's own words do not lead it astray.
    #[test]
    fn names_that_look_like_words_of_the_library_do_no_harm() {
        for why in [
            "unknown field `missing field `a``, expected `x`",
            "invalid type: string \", expected i64 at line \", expected i64",
            "missing field `",
            "unknown field `",
            "",
            " at line ",
        ] {
            assert!(!plain(why, Lang::English).is_empty(), "{why}");
        }
    }
}
