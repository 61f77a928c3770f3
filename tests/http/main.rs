//! The pages and the API over HTTP, without a socket: worked cases, bad input, exports, texts.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod acceptance;
mod access;
mod accounts;
mod api;
mod api_write;
mod bad_input;
mod browse;
mod cases;
mod chart;
mod columns;
mod compare;
mod cost_cases;
mod costs;
mod editing;
mod history;
mod history_page;
mod import_page;
mod keeping;
mod misread;
mod oidc;
mod openapi;
mod pages;
mod score;
mod scorecards_edit;
mod sensitivity;
mod sharing;
mod site;
mod tco;
mod tco_page;
mod texts;
mod why;
mod workbook;

#[path = "../support/mod.rs"]
mod support;
