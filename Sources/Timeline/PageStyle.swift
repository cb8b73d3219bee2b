// SPDX-License-Identifier: Apache-2.0

/// A page's style sheet, for screens in both colour schemes and for paper.
enum PageStyle {
    /// How many colours calls have; later calls take them again.
    static let hues = 8

    static let css = [colours, header, table, lanes, rules, print].joined(separator: "\n")

    private static let light = """
          --ground: #ffffff; --raised: #f6f7f9; --ink: #1b1f24; --faint: #67707b; --line: #d9dde3;
          --push: #2563eb; --call: #15803d; --action: #0e7490; --audio: #7c3aed; --app: #57606a;
          --user: #b45309; --world: #be185d; --rule: #c81e1e; --card: #fdecec; --good: #15803d;
          --hint: #9a5b00; --hintcard: #fdf3dd;
          --c0: #3b6fd4; --c1: #d98b06; --c2: #3d9a50; --c3: #a34fd0; --c4: #14919b; --c5: #c2559a;
          --c6: #8a6142; --c7: #6b7a99;
        """

    private static let dark = """
          --ground: #14171c; --raised: #1d2229; --ink: #e4e7eb; --faint: #97a1ad; --line: #343b45;
          --push: #74a9ff; --call: #4fce7f; --action: #3ecfe6; --audio: #b69cff; --app: #a3adb8;
          --user: #f3b04a; --world: #f486b8; --rule: #ff7373; --card: #3a1b1f; --good: #4fce7f;
          --hint: #f3b04a; --hintcard: #352a14;
          --c0: #6f9bf0; --c1: #e9ab3c; --c2: #62bf74; --c3: #c48aec; --c4: #45bcc6; --c5: #e389c0;
          --c6: #bf9574; --c7: #9fadc9;
        """

    private static let colours = """
        :root {
          color-scheme: light dark;
        \(light)
        }
        @media (prefers-color-scheme: dark) {
          :root {
        \(dark)
          }
        }
        .push { --k: var(--push) } .call { --k: var(--call) } .action { --k: var(--action) }
        .audio { --k: var(--audio) } .app { --k: var(--app) } .user { --k: var(--user) }
        .world { --k: var(--world) } .rule { --k: var(--rule) } .advice { --k: var(--hint) }
        .c0 { --c: var(--c0) } .c1 { --c: var(--c1) } .c2 { --c: var(--c2) }
        .c3 { --c: var(--c3) } .c4 { --c: var(--c4) } .c5 { --c: var(--c5) }
        .c6 { --c: var(--c6) } .c7 { --c: var(--c7) }
        """

    private static let header = """
        * { box-sizing: border-box }
        body {
          margin: 0; padding: 1.25rem 1.5rem 3rem; background: var(--ground); color: var(--ink);
          font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
          --w: clamp(4.2rem, calc(42vw / var(--lanes)), 7.5rem); --hair: .5px;
        }
        h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .35rem; overflow-wrap: anywhere }
        .sum { margin: 0 0 .75rem; color: var(--faint) }
        .sep { padding: 0 .2em }
        .badge {
          display: inline-block; padding: .1rem .55rem; border-radius: 1rem;
          border: 1px solid currentColor;
        }
        .good { color: var(--good) } .bad { color: var(--rule) } .hint { color: var(--hint) }
        .broken { margin: 0 0 .9rem; padding: 0; list-style: none }
        .broken li { border-left: 3px solid currentColor; padding: .1rem .6rem; margin: .2rem 0 }
        .broken a { color: inherit; font-variant-numeric: tabular-nums; margin-right: .4rem }
        .legend { color: var(--faint); font-size: .86rem; margin-bottom: .6rem }
        .calls, .kinds {
          display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .9rem; margin: 0 0 .5rem;
        }
        .kind, .bars { display: inline-flex; align-items: center; gap: .4rem }
        .kind i { width: .65rem; height: .65rem; border-radius: 50%; background: var(--k) }
        .bars .bar {
          position: static; width: 9px; height: 1.1rem; margin-left: .6rem; --c: var(--faint);
        }
        .keys { margin-left: auto }
        kbd {
          font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem;
          background: var(--raised);
        }
        button {
          font: inherit; color: var(--ink); background: var(--raised); cursor: pointer;
          border: 1px solid var(--line); border-radius: 1rem; padding: .15rem .7rem .15rem .3rem;
        }
        button[data-call="0"] { padding-left: .7rem }
        button[aria-pressed="true"] {
          border-color: var(--c, var(--ink)); box-shadow: inset 0 0 0 1px var(--c, var(--ink));
        }
        button small { color: var(--faint) }
        .chip {
          display: inline-block; min-width: 1.35em; padding: 0 .3em; margin-right: .45em;
          border-radius: .7em; background: var(--c); color: var(--ground); text-align: center;
          font: 600 .8em/1.45 system-ui, sans-serif;
        }
        .hide { position: absolute; clip-path: inset(50%) }
        .empty { color: var(--faint); padding: 2rem 0 }
        """

    private static let table = """
        table {
          border-collapse: collapse; table-layout: fixed; width: 100%;
          min-width: calc(var(--lanes) * var(--w) + 24rem);
        }
        col.time { width: 5.2rem } col.step { width: 13.5rem }
        col.tracks { width: calc(var(--tracks) * 13px + 10px) }
        col.lanes { width: calc(var(--lanes) * var(--w)) }
        thead th {
          position: sticky; top: 0; z-index: 2; background: var(--ground); text-align: left;
          font-weight: 600; color: var(--faint); padding: .4rem .6rem; vertical-align: bottom;
          box-shadow: inset 0 -1px var(--line);
        }
        th.time, td.time { text-align: right; padding-right: .7rem }
        thead .lanes { padding: .4rem 0 }
        .lanes div { display: flex }
        .lanes span { width: var(--w); padding: 0 .2rem; text-align: center; color: var(--ink) }
        .lanes small {
          display: block; font-weight: 400; font-size: .72rem; line-height: 1.2;
          color: var(--faint); overflow-wrap: anywhere;
        }
        td { padding: 0 .6rem; height: 1.85rem; vertical-align: top; line-height: 1.85rem }
        tbody tr:hover, tbody tr:target, tbody tr:focus { background: var(--raised); outline: none }
        td.time {
          color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap;
        }
        td.words {
          padding-top: .2rem; padding-bottom: .2rem; line-height: 1.45rem;
          overflow-wrap: anywhere;
        }
        td.words b { color: var(--k) }
        .detail { color: var(--faint) }
        .detail::before { content: "– " }
        td.step {
          color: var(--faint); font: .78rem/1.85rem ui-monospace, SFMono-Regular, Menlo, Consolas,
            "DejaVu Sans Mono", monospace; white-space: nowrap;
        }
        .gap td { color: var(--faint); font-style: italic; height: 1.6rem; line-height: 1.3rem }
        .dim:not(.rule) :is(td.time, td.words, td.step, td.lanes i) { opacity: .4 }
        @media (max-width: 1300px) { .step { display: none } }
        @media (max-width: 640px) { body { padding: .75rem } col.time { width: 4rem } }
        """

    private static let lanes = """
        td.lanes {
          position: relative; padding: 0;
          background: linear-gradient(90deg, transparent calc(50% - var(--hair)), var(--line) 0,
            var(--line) calc(50% + var(--hair)), transparent 0) 0 0 / var(--w) 100% repeat-x;
        }
        .dot, .arrow { position: absolute; top: .925rem; color: var(--k) }
        .dot {
          left: calc((var(--a) + .5) * var(--w) - 5px); width: 10px; height: 10px;
          margin-top: -5px; border-radius: 50%; background: currentColor;
        }
        .arrow {
          left: calc((var(--a) + .5) * var(--w)); width: calc(var(--n) * var(--w)); height: 2px;
          margin-top: -1px; background: currentColor;
        }
        .arrow::before, .arrow::after { content: ""; position: absolute }
        .arrow::before {
          left: -3px; top: -2px; width: 6px; height: 6px; border-radius: 50%;
          background: currentColor;
        }
        .arrow::after {
          right: 0; top: -4px; border: 5px solid transparent; border-left: 9px solid;
          border-right: 0;
        }
        .arrow.back::before { left: auto; right: -3px }
        .arrow.back::after {
          right: auto; left: 0; border-right: 9px solid; border-left: 0;
        }
        td.tracks { position: relative; padding: 0 }
        .bar {
          position: absolute; top: 0; bottom: 0; left: calc(var(--t) * 13px + 2px); width: 9px;
          background: var(--c);
        }
        .bar.waiting {
          background: repeating-linear-gradient(0deg, var(--c) 0 2px, transparent 2px 5px);
        }
        .bar.held { background: none; border: solid var(--c); border-width: 0 2px }
        .bar.first { top: .5rem; border-top-left-radius: 4px; border-top-right-radius: 4px }
        .bar.last {
          bottom: .5rem; border-bottom-left-radius: 4px; border-bottom-right-radius: 4px;
        }
        """

    private static let rules = """
        tr.rule td { background-color: var(--card) }
        tr.rule:hover td, tr.rule:target td, tr.rule:focus td { background-color: var(--card) }
        tr.rule:focus, tr.rule:target { outline: 2px solid var(--k); outline-offset: -2px }
        tr.advice td, tr.advice:hover td { background-color: var(--hintcard) }
        tr.rule td.time { box-shadow: inset 4px 0 var(--k); color: var(--k); font-weight: 600 }
        .card { padding: .1rem 0 .4rem }
        .card p { margin: 0 0 .25rem; font-weight: 600 }
        .card dl {
          display: grid; grid-template-columns: max-content 1fr; gap: .1rem .6rem;
          margin: 0 0 .25rem;
        }
        .card dt { color: var(--k); font-weight: 600 }
        .card dd { margin: 0 }
        .card small { color: var(--faint) }
        """

    private static let print = """
        @media print {
          :root {
        \(light)
          }
          html { font-size: 10.5px }
          body {
            padding: 0; font-size: 1rem; --hair: 1px;
            --w: clamp(4.4rem, calc(28rem / var(--lanes)), 7rem);
          }
          table { min-width: 0 }
          .lanes span { font-size: .9rem }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
          thead th { position: static; box-shadow: none; border-bottom: 1px solid var(--line) }
          tr { break-inside: avoid }
          .keys, .step, button[data-call="0"] { display: none }
          a { text-decoration: none }
        }
        """
}
