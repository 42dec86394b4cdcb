//! The picture: moves upwards, CPU time to the right, its axis logarithmic.
//!
//! Each autoplay rule has its colour: for our own results, circles on a line, and for
//! those of other programs, triangles.

use std::ops::Range;

use anyhow::Result;
use plotters::coord::types::RangedCoordf64;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::baselines::Baseline;
use super::point::Point;
use crate::support::rulesets::AutoplayChoice;

const SIZE: (u32, u32) = (900, 580);
/// The height of the notes below the axes.
const NOTES: u32 = 58;
/// Means above this are too far from the others to share an axis with them.
const MAX_MOVES: f64 = 50.0;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<LogCoord<f64>, RangedCoordf64>>;

/// Draws the points of one or more autoplay rules as SVG.
pub fn draw(points: &[Point], baselines: &[Baseline]) -> Result<String> {
    let mut picture = String::new();
    draw_on(&mut picture, points, baselines)?;
    Ok(picture)
}

fn draw_on(picture: &mut String, points: &[Point], baselines: &[Baseline]) -> Result<()> {
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(SIZE.1 - NOTES);
    let (near, far): (Vec<&Baseline>, Vec<&Baseline>) = baselines
        .iter()
        .partition(|baseline| baseline.moves <= MAX_MOVES);
    let mut chart = axes(&upper, points, &near)?;
    draw_baselines(&mut chart, &near)?;
    for autoplay in [
        AutoplayChoice::Both,
        AutoplayChoice::Safe,
        AutoplayChoice::All,
        AutoplayChoice::None,
    ] {
        draw_autoplay(&mut chart, points, autoplay)?;
    }
    label_programs(&mut chart, &near)?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(GREY)
        .label_font(text(15))
        .draw()?;
    write_notes(&lower, points, &far)?;
    area.present()?;
    Ok(())
}

const GREY: RGBColor = RGBColor(110, 110, 110);

/// Colours that the colour-blind can distinguish too (Okabe and Ito's).
fn colour(autoplay: AutoplayChoice) -> RGBColor {
    match autoplay {
        AutoplayChoice::Safe => RGBColor(0, 114, 178),
        AutoplayChoice::All => RGBColor(213, 94, 0),
        AutoplayChoice::None => RGBColor(204, 121, 167),
        AutoplayChoice::Both => RGBColor(0, 158, 115),
    }
}

fn text(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&BLACK)
}

/// The axes, wide enough for all points and baselines.
fn axes<'a, 'b>(
    area: &'b Area<'a>,
    points: &[Point],
    baselines: &[&Baseline],
) -> Result<Chart<'a, 'b>> {
    let times = points.iter().map(|point| point.cpu_ms);
    let times = span(times.chain(baselines.iter().filter_map(|baseline| baseline.cpu_ms)));
    let moves = points.iter().filter_map(|point| point.moves);
    let moves = span(moves.chain(baselines.iter().map(|baseline| baseline.moves)));
    let mut chart = ChartBuilder::on(area)
        .caption(title(points), text(20))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(46)
        .y_label_area_size(52)
        .build_cartesian_2d(
            (times.start / 1.5..times.end * 1.8).log_scale(),
            (moves.start - 1.0).floor()..(moves.end + 1.0).ceil(),
        )?;
    chart
        .configure_mesh()
        .x_desc("CPU time a deal")
        .y_desc("mean moves of a line")
        .x_label_formatter(&|&time| time_label(time))
        .y_label_formatter(&|moves| format!("{moves:.0}"))
        .label_style(text(14))
        .axis_desc_style(text(16))
        .bold_line_style(BLACK.mix(0.15))
        .light_line_style(TRANSPARENT)
        .draw()?;
    Ok(chart)
}

fn title(points: &[Point]) -> String {
    let (first, last) = (points[0].first_deal, points[0].last_deal);
    format!("Moves against time, deals {first} to {last}")
}

fn span(values: impl Iterator<Item = f64>) -> Range<f64> {
    values.fold(f64::INFINITY..f64::NEG_INFINITY, |span, value| {
        span.start.min(value)..span.end.max(value)
    })
}

/// A time given in milliseconds, as a label.
fn time_label(time: f64) -> String {
    if time < 999.5 {
        format!("{time} ms")
    } else {
        format!("{} s", time / 1000.0)
    }
}

/// Draws the points of one autoplay rule. A hollow circle is a mean over fewer deals
/// than other points of that rule have.
fn draw_autoplay<'a: 'b, 'b>(
    chart: &mut Chart<'a, 'b>,
    points: &[Point],
    autoplay: AutoplayChoice,
) -> Result<()> {
    let mut own: Vec<(f64, f64, u64)> = points
        .iter()
        .filter(|point| point.autoplay == autoplay)
        .filter_map(|point| Some((point.cpu_ms, point.moves?, point.lines)))
        .collect();
    own.sort_by(|one, other| one.0.total_cmp(&other.0));
    let Some(most_lines) = own.iter().map(|&(.., lines)| lines).max() else {
        return Ok(());
    };
    let colour = colour(autoplay);
    let places = own.iter().map(|&(time, moves, _)| (time, moves));
    chart
        .draw_series(LineSeries::new(places, colour.stroke_width(2)))?
        .label(match autoplay {
            AutoplayChoice::Both => "one line for both rules".to_owned(),
            rule => format!("autoplay {}", rule.name()),
        })
        .legend(move |(x, y)| {
            EmptyElement::at((x, y))
                + PathElement::new([(0, 0), (20, 0)], colour.stroke_width(2))
                + Circle::new((10, 0), 4, colour.filled())
        });
    chart.draw_series(own.iter().map(|&(time, moves, lines)| {
        let fill = if lines == most_lines { colour } else { WHITE };
        EmptyElement::at((time, moves))
            + Circle::new((0, 0), 4, fill.filled())
            + Circle::new((0, 0), 4, colour.stroke_width(2))
    }))?;
    Ok(())
}

/// Draws a triangle for each result, or a horizontal line for one that took days.
fn draw_baselines<'a: 'b, 'b>(chart: &mut Chart<'a, 'b>, baselines: &[&Baseline]) -> Result<()> {
    for &baseline in baselines {
        let colour = colour(baseline.autoplay);
        // The label must not cover our own line for the same rule.
        let aside = match baseline.autoplay {
            AutoplayChoice::All => -14,
            _ => 2,
        };
        if let Some(time) = baseline.cpu_ms {
            let marker = EmptyElement::at((time, baseline.moves))
                + TriangleMarker::new((0, 0), 6, colour.filled())
                + Text::new(
                    baseline.setting.clone(),
                    (8, aside),
                    text(14).color(&colour),
                );
            chart.draw_series([marker])?;
        } else {
            let ends = chart.x_range();
            let across = [(ends.start, baseline.moves), (ends.end, baseline.moves)];
            chart.draw_series(LineSeries::new(across, colour.mix(0.6)))?;
            let label = format!(
                "{}, {}: {}",
                baseline.program, baseline.setting, baseline.moves
            );
            let label = Text::new(label, (8, 4), text(14).color(&colour));
            chart.draw_series([EmptyElement::at((ends.start, baseline.moves)) + label])?;
        }
    }
    Ok(())
}

/// Adds the programs that have triangles to the legend, each once.
fn label_programs<'a: 'b, 'b>(chart: &mut Chart<'a, 'b>, baselines: &[&Baseline]) -> Result<()> {
    let timed = baselines
        .iter()
        .filter(|baseline| baseline.cpu_ms.is_some());
    let mut programs: Vec<&str> = timed.map(|baseline| baseline.program.as_str()).collect();
    programs.dedup();
    for program in programs {
        let marker =
            |place| EmptyElement::at(place) + TriangleMarker::new((10, 0), 6, GREY.filled());
        chart
            .draw_series(std::iter::empty::<Circle<(f64, f64), i32>>())?
            .label(program)
            .legend(marker);
    }
    Ok(())
}

/// Writes the notes that a reader needs to understand the picture.
fn write_notes(area: &Area, points: &[Point], far: &[&Baseline]) -> Result<()> {
    let mut notes = vec![
        "Triangles and the thin line: figures of other programs, published or measured on a \
         machine of the same kind."
            .to_owned(),
    ];
    if points.iter().any(Point::leaves_out) {
        notes.push(
            "Deals without a line in the time are left out of the mean; hollow circles leave out \
             more deals than solid ones."
                .to_owned(),
        );
    }
    for baseline in far {
        let time = baseline.cpu_ms.map(time_label).unwrap_or_default();
        let (setting, autoplay) = (&baseline.setting, baseline.autoplay.name());
        notes.push(format!(
            "Off the axis: {} {setting} ({autoplay}), {} moves in {time}.",
            baseline.program, baseline.moves
        ));
    }
    for (line, note) in notes.into_iter().enumerate() {
        area.draw_text(&note, &text(13).color(&GREY), (16, 2 + 17 * line as i32))?;
    }
    Ok(())
}
