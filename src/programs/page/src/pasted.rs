//! Reads what people paste: deals' numbers, tables, links and lines of moves, in all usual forms.

use anyhow::{ensure, Context as _, Error, Result};
use freecell::card::Card;
use freecell::deal;
use freecell::moves::Move;
use freecell::program::Program;
use freecell::ruleset::Autoplay;
use freecell::table::{Table, CELLS};
use freecell::text::json;
use freecell::text::kpat::{self, SavedGame};
use freecell::text::lines::FoundLine;
use freecell::text::notation::{self, OtherMove};
use freecell::text::pasted::Pasted as Report;
use freecell::text::translation::translate_begun;
use freecell::text::{deal_in, with_plain_cards, Form, NumberedDeal, ParsedTable};
use serde::Serialize;

use crate::address::{Address, Origin, Token};
use crate::interface::play;
use crate::rules::Rules;

#[derive(Serialize)]
pub struct Pasted {
    address: String,
    form: &'static str,
    warning: Option<String>,
}

impl Pasted {
    fn new(address: &impl ToString, form: &'static str) -> Pasted {
        Pasted {
            address: address.to_string(),
            form,
            warning: None,
        }
    }
}

/// Reads a game: a deal's number with or without moves after it, a link, an address or a table.
pub fn read(text: &str) -> Result<Pasted> {
    // Blank lines at the end may be empty cascades.
    let (whole, text) = (text, text.trim());
    ensure!(
        !text.is_empty(),
        "found nothing, expected a table or a deal's number"
    );
    if kpat::is_saved_game(text) {
        return saved_game(&SavedGame::read(text)?);
    }
    if let Some(pasted) = other_deal(text)? {
        return Ok(pasted);
    }
    if let Some((number, rest)) = deal_number(text) {
        let address: Address = number.to_string().parse()?;
        if rest.is_empty() {
            return Ok(Pasted::new(&address, "a deal's number"));
        }
        return continue_game(&address.to_string(), rest, "a deal's number and moves");
    }
    let is_word = !text.contains(char::is_whitespace) && !text.starts_with('{');
    if let Some((_, deal)) = text.split_once("deal=").filter(|_| is_word) {
        return read_link(deal);
    }
    // A single line is no table: it is an address, or a link that ends in one.
    if is_word {
        let address: Address = text.rsplit('#').next().unwrap_or(text).parse()?;
        return Ok(Pasted::new(&address, "an address"));
    }
    let pasted = Report::read(whole);
    let Some(found) = pasted.tables.first() else {
        let parsed: ParsedTable = whole.parse()?;
        return Ok(Pasted::new(
            &Origin::Table(Box::new(parsed.table)),
            parsed.form.name(),
        ));
    };
    let number = json::read(whole).filter(|json| json.table.is_none());
    let origin = match number.and_then(|json| json.deal) {
        Some(number) => Origin::Deal(number),
        None => Origin::Table(Box::new(found.table.clone())),
    };
    let form = found.form.name();
    let remarks: Vec<String> = found.remarks.iter().map(ToString::to_string).collect();
    let remarks = Some(remarks.join("\n")).filter(|remarks| !remarks.is_empty());
    let is_line = pasted.tables.len() == 1 && !pasted.lines.is_empty();
    let read = if is_line {
        continue_with(&origin.to_string(), &pasted.into_line(), form)?
    } else {
        Pasted::new(&origin, form)
    };
    let warnings: Vec<String> = [remarks, read.warning].into_iter().flatten().collect();
    Ok(Pasted {
        warning: Some(warnings.join("\n")).filter(|warnings| !warnings.is_empty()),
        ..read
    })
}

/// A saved game of kpat's, up to the state that it shows, which goes on by kpat's rules. If its
/// moves come to another table by them, no card goes home by itself before: where kpat sent one,
/// the game says so.
fn saved_game(saved: &SavedGame) -> Result<Pasted> {
    let number = saved.deal().and_then(|deal| deal.microsoft());
    let origin = match number {
        Some(number) => Origin::Deal(number),
        None => Origin::Table(Box::new(saved.start.clone())),
    };
    let kpat = Rules::Program(Program::named("kpat").context("no rules of kpat's")?);
    let by_kpat = saved_line(saved, &origin, kpat).ok().filter(|address| {
        play(address).is_ok_and(|(_, game)| differ_in_cells_only(&game.table, saved.current()))
    });
    let address = if let Some(address) = by_kpat {
        address
    } else {
        let mut address = saved_line(saved, &origin, Rules::Autoplay(Autoplay::None))?;
        address.tokens.push(Token::Rules(kpat));
        address
    };
    let remarks = saved.clone().into_table().remarks;
    let remarks: Vec<String> = remarks.iter().map(ToString::to_string).collect();
    Ok(Pasted {
        warning: Some(remarks.join("\n")).filter(|remarks| !remarks.is_empty()),
        ..Pasted::new(&address, Form::SavedGame.name())
    })
}

/// Whether two tables are the same but for the order of their cells.
fn differ_in_cells_only(one: &Table, other: &Table) -> bool {
    let with_cells_of_other = Table {
        cells: other.cells,
        ..one.clone()
    };
    let cells = |table: &Table| {
        let mut cells: Vec<Option<Card>> = table.cells.to_vec();
        cells.sort_by_key(|cell| cell.map(Card::index));
        cells
    };
    with_cells_of_other == *other && cells(one) == cells(other)
}

/// The moves of a saved game, played by these rules.
fn saved_line(saved: &SavedGame, origin: &Origin, rules: Rules) -> Result<Address> {
    let address = Address {
        origin: origin.clone(),
        cells: CELLS,
        tokens: vec![Token::Rules(rules)],
    };
    if saved.made == 0 {
        return Ok(address);
    }
    let moves = notation::moves(&saved.line().words)?;
    translate_moves(&address.to_string(), &moves)?.parse()
}

/// The game of a text that is the name of a deal in another program, or of one which Microsoft's
/// numbers do not have.
fn other_deal(text: &str) -> Result<Option<Pasted>> {
    let is_name = !text.contains('\n') && !has_moves(text);
    let Some(deal) = deal_in(text).filter(|_| is_name) else {
        return Ok(None);
    };
    let deal = deal.map_err(Error::msg)?;
    let origin = match deal.microsoft() {
        Some(number) if text.parse::<NumberedDeal>().is_ok() => Origin::Deal(number),
        Some(_) => return Ok(None),
        None => Origin::Table(Box::new(deal.table())),
    };
    let form = "a deal's number in another program";
    Ok(Some(Pasted::new(&origin, form)))
}

/// Reads an address, a blank, and a text that was pasted while that game was on the table: another
/// game, or moves to be played in this one.
pub fn read_in(text: &str) -> Result<Pasted> {
    let (address, text) = text.split_once(' ').unwrap_or((text, ""));
    read(text).or_else(|error| {
        // A turn has a table and moves.
        if has_cards(text) || !has_moves(text) {
            return Err(error);
        }
        continue_game(address, text, "moves")
    })
}

/// Whether some word is a card and not a move; `5H` is both.
fn has_cards(text: &str) -> bool {
    let text = with_plain_cards(text);
    let is_card = |word: &str| word.parse::<Card>().is_ok() && word.parse::<Move>().is_err();
    text.split_whitespace().any(is_card)
}

/// Reads the end of a link to a deal, as other pages have them: `617`, or macroxue's
/// `617:6r565r52` with a solution.
fn read_link(text: &str) -> Result<Pasted> {
    let text = text.split('&').next().unwrap_or(text);
    let (number, solution) = text.split_once(':').unwrap_or((text, ""));
    let address = number.parse::<Address>()?.to_string();
    if solution.is_empty() {
        return Ok(Pasted::new(&address, "a link"));
    }
    let moves = notation::moves(&FoundLine::read(solution).words)?;
    Ok(Pasted::new(&translate_moves(&address, &moves)?, "a link"))
}

fn has_moves(text: &str) -> bool {
    FoundLine::find(text).is_some()
}

/// A game that goes on with the moves in a text: the puzzle's, else those of another program
/// that mean the same. Of a line that is neither, the page says which move fails.
fn continue_game(address: &str, text: &str, form: &'static str) -> Result<Pasted> {
    let found = FoundLine::find(text).context("found no moves")?;
    continue_with(address, &found, form)
}

fn continue_with(address: &str, found: &FoundLine, form: &'static str) -> Result<Pasted> {
    let spelled = found.spelled();
    let own = append(address, spelled.split(' '))?;
    let is_legal = play(&own.parse()?).is_ok();
    let moves = notation::moves(&found.words).ok().filter(|_| !is_legal);
    let others = moves.and_then(|moves| translate_moves(address, &moves).ok());
    let skipped: Vec<&str> = found.skipped.iter().map(|it| it.text.as_str()).collect();
    let warning = format!("left out of the line: {}", skipped.join("; "));
    Ok(Pasted {
        warning: Some(warning).filter(|_| !skipped.is_empty()),
        ..Pasted::new(&others.unwrap_or(own), form)
    })
}

/// The address of a game that goes on with moves of another program.
fn translate_moves(address: &str, moves: &[OtherMove]) -> Result<String> {
    let read: Address = address.parse()?;
    let (made, game) = play(&read)?;
    // Programs that begin with other cards home than another one have the same deal.
    let dealt = read.origin.table();
    let from = if made.is_empty() { &dealt } else { &game.table };
    let line = translate_begun(from, &game.table, game.ruleset(), moves)?;
    append(address, line.to_string().split(' '))
}

fn append<'a>(address: &str, moves: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut address: Address = address.parse()?;
    address
        .tokens
        .extend(moves.map(|mv| Token::Move(mv.to_owned())));
    Ok(address.to_string())
}

/// A deal's number and the moves after it. Two digits before moves are a move themselves, unless
/// words or signs mark them as a number.
fn deal_number(text: &str) -> Option<(u64, &str)> {
    // One that is too large for its type is named as it stands there by what reads the text.
    let (number, after) = deal::read_number(text).filter(|(number, _)| *number < u64::MAX)?;
    let moves = after.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    if moves.is_empty() {
        return Some((number, ""));
    }
    let is_named = !text.starts_with(|c: char| c.is_ascii_digit());
    let is_apart = after.contains(char::is_whitespace);
    let is_number = is_named || number > 99 || after.starts_with(':');
    (is_apart && is_number && has_moves(moves)).then_some((number, moves))
}
