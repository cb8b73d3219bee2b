// SPDX-License-Identifier: Apache-2.0

/// A page's script: shows one call alone, and goes to broken rules.
///
/// It reads nothing but numbers that the page's own markup holds. Gaps in time are those between
/// all rows, so that they go where some are hidden.
enum PageScript {
    static let js = """
        "use strict";
        (() => {
          const rows = [...document.querySelectorAll("tbody tr:not(.gap)")];
          const gaps = [...document.querySelectorAll("tbody tr.gap")];
          const buttons = [...document.querySelectorAll("button[data-call]")];
          const rules = rows.filter(row => row.classList.contains("rule"));
          let current = -1;
          function show(call) {
            for (const row of rows) {
              const own = row.dataset.call;
              row.hidden = call !== "0" && own !== undefined && own !== call;
              row.classList.toggle("dim", call !== "0" && own === undefined);
            }
            for (const gap of gaps) gap.hidden = call !== "0";
            for (const button of buttons) {
              button.setAttribute("aria-pressed", String(button.dataset.call === call));
            }
          }
          for (const button of buttons) {
            button.addEventListener("click", () => {
              const isOn = button.getAttribute("aria-pressed") === "true";
              show(isOn ? "0" : button.dataset.call);
            });
          }
          document.addEventListener("keydown", event => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (/^[0-9]$/.test(event.key)) {
              if (buttons.some(button => button.dataset.call === event.key)) show(event.key);
            } else if (event.key === "Escape") {
              show("0");
            } else if (event.key.toLowerCase() === "b") {
              const shown = rules.filter(row => !row.hidden);
              if (shown.length === 0) return;
              current = (current + (event.shiftKey ? shown.length - 1 : 1)) % shown.length;
              shown[current].scrollIntoView({ block: "center" });
              shown[current].focus({ preventScroll: true });
            }
          });
        })();
        """
}
