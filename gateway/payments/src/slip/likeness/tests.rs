use super::MatchResult::{Hidden, Indeterminate, Match, NoMatch};
use super::*;

#[test]
fn names_compare_as_the_worked_examples_do() {
    for (registered, shown, expected) in [
        ("สมชาย ใจดี", "นาย สมชาย ใ", Match),
        ("สมชาย ใจดี", "นาย สมชาย ด", NoMatch),
        ("SOMCHAI JAIDEE", "MR. SOMCHAI J", Match),
        ("สมชาย ใจดี", "น.ส. สมชาย", Indeterminate),
    ] {
        assert_eq!(name(registered, shown), expected, "{registered} | {shown}");
    }
}

#[test]
fn masks_titles_and_case_do_not_hide_a_name() {
    for shown in [
        "สมชาย ใจ***",
        "นายสมชาย ใจดี",
        "สมชาย  ใจดี",
        "นาย สมชาย ใจxxx",
    ] {
        assert_eq!(name("สมชาย ใจดี", shown), Match, "{shown}");
    }
    for shown in [
        "Mr. Somchai J.",
        "somchai jaidee",
        "MR SOMCHAI JA***",
        "MRSOMCHAI J",
    ] {
        let expected = if shown == "MRSOMCHAI J" {
            NoMatch
        } else {
            Match
        };
        assert_eq!(name("SOMCHAI JAIDEE", shown), expected, "{shown}");
    }
    assert_eq!(name("MAX FOX", "Mr. Max Fox"), Match);
    assert_eq!(name("DEMO", "demo"), Match);
}

#[test]
fn spellings_of_one_name_match() {
    for (registered, shown) in [
        ("เเดง ใจดี", "แดง ใ"),
        ("นํ้าฝน ใจดี", "นาย น้ำฝน ใ"),
        ("สิทธ์ิ ใจดี", "สิทธิ์ ใ"),
        ("ຫນູ ແກ້ວ", "ໜູ ແ"),
        ("JOSÉ GARCÍA", "MR. JOSE G"),
        ("ＳＯＭＣＨＡＩ ＪＡＩＤＥＥ", "Mr. Somchai Jai…"),
        ("JOHN PAUL SMITH", "MR. JOHN P S"),
        ("SOMCHAI NA AYUTTHAYA", "SOMCHAI NAAYU"),
        ("DEMO WALLET CO LTD", "Demo Wallet Co., Ltd."),
    ] {
        assert_eq!(name(registered, shown), Match, "{registered} | {shown}");
    }
}

#[test]
fn titles_and_ranks_are_no_names() {
    for title in [
        "พ.ต.ท. ",
        "พ.ต.ท.",
        "พ. ต. ท. ",
        "ว่าที่ ร.ต. ",
        "ว่าที่ร.ต.",
        "ดร. ",
        "ดร.",
        "คุณ ",
        "คุณ",
        "ทพญ. ",
        "ด.ช.",
        "ม.ร.ว. ",
        "จ.ส.อ.",
        "น.ส.",
        "เด็กชาย",
        "นาย ดร. ",
    ] {
        let shown = format!("{title}สมชาย ใ");
        assert_eq!(name("สมชาย ใจดี", &shown), Match, "{shown}");
        let typed = format!("{title}สมชาย ใจดี");
        assert_eq!(name(&typed, "สมชาย ใ"), Match, "{typed}");
        assert_ne!(
            name("สมชาย ใจดี", &format!("{title}สมหญิง ใ")),
            Match,
            "{title}"
        );
    }
    for title in [
        "POL.LT. ",
        "POL.LT.",
        "DR. ",
        "DR ",
        "M.R. ",
        "Pol. Lt. Col. ",
        "K. ",
        "Miss ",
    ] {
        let shown = format!("{title}Somchai J");
        assert_eq!(name("SOMCHAI JAIDEE", &shown), Match, "{shown}");
    }
    for title in ["ທ. ", "ທ.", "ທ້າວ ", "ທ່ານ ", "ດຣ. ", "ນ. "] {
        let shown = format!("{title}ສົມຊາຍ ໃ");
        assert_eq!(name("ສົມຊາຍ ໃຈດີ", &shown), Match, "{shown}");
    }
    // A title that is not known is one word more.
    assert_eq!(name("สมชาย ใจดี", "นายแพทย์ สมชาย ใ"), Match);
    // These only look like titles.
    for (registered, shown) in [
        ("นายิกา ใจดี", "น.ส. นายิกา ใ"),
        ("นางาม ใจดี", "นางาม ใ"),
        ("คุณากร ใจดี", "คุณ คุณากร ใ"),
        ("MASTER SMITH", "MR. MASTER S"),
    ] {
        assert_eq!(name(registered, shown), Match, "{registered} | {shown}");
    }
    for (registered, shown) in [
        ("A. SMITH", "B. SMITH"),
        ("A. JOHN SMITH", "B. MARY S"),
        ("ดร. สมชาย", "พ.ต.ท. สมชาย ใ"),
    ] {
        assert_ne!(name(registered, shown), Match, "{registered} | {shown}");
    }
    assert!(!is_whole("A. JOHN SMITH", "B. JOHN SMITH"));
    assert!(is_whole("นายสมชาย ใจดี", "พ.ต.ท. สมชาย ใจดี"));
}

#[test]
fn a_mask_hides_a_name_and_says_nothing_against_it() {
    for shown in [
        "นาย สมช** ใจ**",
        "สม** ใจ**",
        "ใ…",
        "ส*****",
        "XXXชาย XXดี",
        "xxxx ใจดี",
        "ส••••• ใ•••",
        "ส.... ใ....",
        "ส____ ใ____",
        "□□□□ □□□□",
        "ส□□□ย ใจดี",
        "ม*** ด***",
        "ส--- ใ---",
        "*** ใจดี",
        "ส\u{fffd}\u{fffd} ใ",
    ] {
        assert_eq!(name("สมชาย ใจดี", shown), Hidden, "{shown}");
    }
    for shown in [
        "SOMCHAI XXDEE",
        "SOMCHAI D***",
        "SOMCHAI ***",
        "SOMCHAI J*I*",
    ] {
        assert_eq!(name("SOMCHAI JAIDEE", shown), Indeterminate, "{shown}");
    }
    assert_eq!(name("SOMCHAI JAIDEE", "XXXCHAI XXDEE"), Hidden);
    for shown in [
        "SOMCHAI JAI***",
        "SOMCHAI J…",
        "SOMCHAI J•••",
        "SOMCHAI JAIXXX",
        "SOMCHAI J__",
    ] {
        assert_eq!(name("SOMCHAI JAIDEE", shown), Match, "{shown}");
        assert!(!is_whole("SOMCHAI JAIDEE", shown), "{shown}");
    }
}

#[test]
fn what_shows_too_little_is_left_open() {
    for (registered, shown) in [
        ("SOMCHAI JAIDEE", "นาย สมชาย ใ"),
        ("สมชาย ใจดี", "MR. SOMCHAI J"),
        ("สมชาย ใจดี", ""),
        ("สมชาย ใจดี", "สมชาย ***"),
        ("สมชาย ใจดี", "นาย"),
        ("", "สมชาย ใจดี"),
        ("SOMCHAI JAIDEE", "SOM***"),
    ] {
        assert_ne!(name(registered, shown), Match, "{registered} | {shown}");
    }
    assert_eq!(name("สมชาย ใจดี", "สมชาย ***"), Indeterminate);
    assert_eq!(name("SOMCHAI JAIDEE", "นาย สมชาย ใ"), Indeterminate);
}

#[test]
fn another_name_is_definitely_another() {
    assert_eq!(name("สมชาย ใจดี", "นาย สมหญิง ใ"), NoMatch);
    assert_eq!(name("SOMCHAI JAIDEE", "MS. SOMYING J"), NoMatch);
}

#[test]
fn nobody_has_the_name_of_a_mask() {
    for registered in ["XXXX XXXX", "XX XX", "A.. B..", "X X"] {
        for shown in [
            "XXXX XXXX",
            "XX XX",
            "xxxx xxxx",
            "**** ****",
            "X X",
            ".... ....",
            "A.. B..",
        ] {
            assert_ne!(name(registered, shown), Match, "{registered} | {shown}");
            assert!(!is_whole(registered, shown), "{registered} | {shown}");
        }
    }
}

#[test]
fn accounts_compare_as_the_worked_examples_do() {
    for (registered, shown, expected) in [
        ("1230102093", "xxx-x-x0209-x", Match),
        ("1230112093", "xxx-x-x0309-x", NoMatch),
        ("1234567890", "1234xxxx5678", Indeterminate),
    ] {
        assert_eq!(
            account(registered, shown),
            expected,
            "{registered} | {shown}"
        );
    }
}

#[test]
fn a_number_that_shows_too_little_is_never_a_match() {
    for shown in [
        "",
        "xxx-x-xxxxx-x",
        "xxx-x-xxx93-x",
        "12-34",
        "SOMCHAI",
        "xxx-x-x๐๒๐๙-x",
    ] {
        assert_eq!(account("1230102093", shown), Indeterminate, "{shown}");
    }
    assert_eq!(account("123-0-10209-3", "***-*-*0209-*"), Match);
    assert_eq!(account("1230102093", "1230102093"), Match);
}

#[test]
fn a_number_may_be_masked_by_any_sign_and_one_that_is_cut_decides_nothing() {
    for shown in [
        "xxx-x-x0209-x",
        "•••-•-•0209-•",
        "###-#-#0209-#",
        "___-_-_0209-_",
        "□□□□□0209□",
        "ＸＸＸ－Ｘ－Ｘ０２０９－Ｘ",
    ] {
        assert_eq!(account("1230102093", shown), Match, "{shown}");
    }
    for cut in ["2093", "x2093", "…2093", "9999", "xx-9999", "x-x0309-x"] {
        assert_eq!(account("1230102093", cut), Indeterminate, "{cut}");
    }
    assert_eq!(account("1230102093", "•••-•-•0309-•"), NoMatch);
}

#[test]
fn a_whole_name_has_both_its_parts_to_the_last_letter() {
    assert!(is_whole("สมชาย ใจดี", "นาย สมชาย ใจดี"));
    assert!(is_whole("SOMCHAI JAIDEE", "Mr. Somchai Jaidee"));
    for cut in ["นาย สมชาย ใ", "สมชาย ใจ***", "สมชาย", ""]
    {
        assert!(!is_whole("สมชาย ใจดี", cut), "{cut}");
    }
    assert!(!is_whole("สมชาย", "สมชาย"));
}

#[test]
fn one_reading_that_fits_is_enough_and_one_that_differs_is_not() {
    assert_eq!(NoMatch.or(Match), Match);
    assert_eq!(Indeterminate.or(NoMatch), NoMatch);
    assert_eq!(Indeterminate.or(Indeterminate), Indeterminate);
    assert_eq!(NoMatch.or(NoMatch), NoMatch);
}
