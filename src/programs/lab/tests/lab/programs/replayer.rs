//! A replayer for each program, which shares no code with the library: cards are numbers, the deal
//! is dealt here, and every rule is taken from what is known of the program.
//!
//! It plays as somebody does who types a line: a word names a column or a cell, and then a column,
//! a cell or home. Into an empty column goes as much of a run as the program lets one move.

/// A card: its rank, 1 to 13, and its suit: clubs, diamonds, hearts, spades.
type Card = (i32, usize);

/// A game in one of the programs.
pub struct Game {
    program: &'static str,
    columns: Vec<Vec<Card>>,
    cells: [Option<Card>; 4],
    /// The highest card of each suit that is home.
    home: [i32; 4],
}

fn is_red((_, suit): Card) -> bool {
    suit == 1 || suit == 2
}

fn fits(card: Card, on: Card) -> bool {
    is_red(card) != is_red(on) && card.0 + 1 == on.0
}

/// Microsoft's deal of a number below 2^31.
fn deal(number: u32) -> Vec<Vec<Card>> {
    let mut deck: Vec<Card> = (0..52)
        .map(|card| (card / 4 + 1, card as usize % 4))
        .collect();
    let mut state = u64::from(number);
    let mut columns = vec![Vec::new(); 8];
    for place in 0..52 {
        state = (state * 214_013 + 2_531_011) % (1 << 31);
        let drawn = (state >> 16) as usize % deck.len();
        columns[place % 8].push(deck.swap_remove(drawn));
    }
    columns
}

impl Game {
    pub fn new(program: &'static str, number: u32) -> Game {
        let mut game = Game {
            program,
            columns: deal(number),
            cells: [None; 4],
            home: [0; 4],
        };
        // KPatience and Ace of Penguins open a game with the cards at home that may go there.
        if matches!(program, "kpat" | "ace-of-penguins") {
            game.send_home();
        }
        game
    }

    pub fn is_won(&self) -> bool {
        self.home == [13; 4]
    }

    /// Whether the program sends a card home that is next there.
    fn is_sent(&self, (rank, suit): Card) -> bool {
        let (others, partner) = match suit {
            0 => ([1, 2], 3),
            3 => ([1, 2], 0),
            1 => ([0, 3], 2),
            _ => ([0, 3], 1),
        };
        let others_hold = |least: i32| others.iter().all(|&other| self.home[other] >= least);
        let raymond = others_hold(rank - 2) && self.home[partner] >= rank - 3;
        match self.program {
            "kpat" => rank <= 2 || others_hold(rank - 1) || raymond,
            "aisleriot" | "ace-of-penguins" => raymond,
            "xfreecell" => rank == 1 || others_hold(rank - 1),
            _ => false,
        }
    }

    /// Sends home what the program sends there by itself.
    fn send_home(&mut self) {
        loop {
            let is_next = |card: Card| self.home[card.1] + 1 == card.0 && self.is_sent(card);
            let column = (0..8).find(|&it| self.columns[it].last().is_some_and(|&it| is_next(it)));
            let cell = (0..4).find(|&cell| self.cells[cell].is_some_and(is_next));
            let card = match (column, cell) {
                (Some(column), _) => self.columns[column].pop(),
                (None, Some(cell)) => self.cells[cell].take(),
                (None, None) => return,
            };
            self.home[card.unwrap().1] += 1;
        }
    }

    /// Plays a word of a line.
    ///
    /// # Errors
    /// The program does not let one do that.
    pub fn play(&mut self, word: &str) -> Result<(), String> {
        let no = |why: &str| Err(format!("{word}: {why}"));
        let [from, to] = word.as_bytes() else {
            return no("no word of two characters");
        };
        let place = |name: u8, first: u8| usize::from(name.wrapping_sub(first));
        let (column, cell) = (place(*from, b'1'), place(*from, b'a'));
        let card = if column < 8 {
            self.columns[column].last().copied()
        } else {
            *self.cells.get(cell).unwrap_or(&None)
        };
        let Some(card) = card else {
            return no("there is no card");
        };
        let target = place(*to, b'1');
        if column < 8 && target < 8 {
            return self
                .move_run(column, target)
                .map_err(|why| format!("{word}: {why}"));
        }
        match *to {
            b'h' if self.home[card.1] + 1 == card.0 => self.home[card.1] += 1,
            b'h' => return no("it is not the next card of its suit"),
            b'a'..=b'd' if self.cells[place(*to, b'a')].is_none() => {
                self.cells[place(*to, b'a')] = Some(card);
            }
            b'1'..=b'8' if self.columns[target].last().is_none_or(|&on| fits(card, on)) => {
                self.columns[target].push(card);
            }
            _ => return no("it may not go there"),
        }
        if column < 8 {
            self.columns[column].pop();
        } else {
            self.cells[cell] = None;
        }
        self.send_home();
        Ok(())
    }

    fn move_run(&mut self, from: usize, to: usize) -> Result<(), &'static str> {
        let cards = &self.columns[from];
        let mut run = 1;
        while run < cards.len() && fits(cards[cards.len() - run], cards[cards.len() - run - 1]) {
            run += 1;
        }
        let free = self.cells.iter().filter(|cell| cell.is_none()).count();
        let empty = (0..8)
            .filter(|&it| self.columns[it].is_empty() && it != to)
            .count();
        let most = match self.program {
            "xfreecell" => empty * free + empty * (empty + 1) / 2 + free + 1,
            _ => (free + 1) << empty,
        };
        let count = match self.columns[to].last() {
            None => run.min(most),
            Some(&on) => {
                let fitting = (1..=run).find(|&count| fits(cards[cards.len() - count], on));
                fitting.ok_or("no part of the run fits")?
            }
        };
        if count > most {
            return Err("more cards than may move");
        }
        if self.program == "xfreecell" && count > 1 {
            self.move_one_by_one(from, to, count);
        } else {
            let rest = self.columns[from].len() - count;
            let moved = self.columns[from].split_off(rest);
            self.columns[to].extend(moved);
        }
        self.send_home();
        Ok(())
    }

    /// As xfreecell does it: each card is moved by itself, by way of empty columns and cells, and
    /// after each of these moves cards may go home.
    fn move_one_by_one(&mut self, from: usize, to: usize, mut count: usize) {
        let free = self.cells.iter().filter(|cell| cell.is_none()).count();
        let empty: Vec<usize> = (0..8)
            .filter(|&it| self.columns[it].is_empty() && it != to)
            .collect();
        let mut places = free + empty.len();
        let mut used = Vec::new();
        for column in empty {
            if count <= free {
                break;
            }
            let moved = (count - 1).min(places);
            self.move_by_way_of_places(from, column, moved);
            used.push(column);
            count -= moved;
            places -= 1;
        }
        self.move_by_way_of_places(from, to, count);
        for column in used.into_iter().rev() {
            let count = self.columns[column].len();
            self.move_by_way_of_places(column, to, count);
        }
    }

    /// Moves all but one of some cards into free cells and then into empty columns, the last one
    /// to its target, and the others after it.
    fn move_by_way_of_places(&mut self, from: usize, to: usize, mut count: usize) {
        let mut aside = Vec::new();
        while count > 1 {
            let Some(&card) = self.columns[from].last() else {
                return;
            };
            let cell = (0..4).find(|&cell| self.cells[cell].is_none());
            let column = (0..8).find(|&it| self.columns[it].is_empty() && it != to);
            match (cell, column) {
                (Some(cell), _) => self.cells[cell] = Some(card),
                (None, Some(column)) => self.columns[column].push(card),
                (None, None) => break,
            }
            self.columns[from].pop();
            aside.push(card);
            self.send_home();
            count -= 1;
        }
        if let Some(card) = self.columns[from].pop_if(|_| count > 0) {
            self.columns[to].push(card);
            self.send_home();
        }
        for card in aside.into_iter().rev() {
            if self.home[card.1] >= card.0 {
                return;
            }
            for cell in &mut self.cells {
                *cell = cell.filter(|&other| other != card);
            }
            for column in &mut self.columns {
                if column.last() == Some(&card) {
                    column.pop();
                }
            }
            self.columns[to].push(card);
            self.send_home();
        }
    }
}
