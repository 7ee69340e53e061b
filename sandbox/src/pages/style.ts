import { html } from './html.ts';

/** The one style sheet, in the page itself: no outside resource, light and dark, phone first. */
export const style = html`
  <style>
    :root {
      color-scheme: light dark;
      --paper: #f7f6f1;
      --card: #fffefa;
      --ink: #16211f;
      --ink2: #4a5754;
      --line: #d9d6ca;
      --jade: #0b5c4f;
      --on-jade: #ffffff;
      --seal: #a82a1c;
      --cream: #fbf1d8;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #131917;
        --card: #1b2321;
        --ink: #ecefe9;
        --ink2: #b0bab5;
        --line: #38423f;
        --jade: #7fd0bd;
        --on-jade: #0d1513;
        --seal: #ff9d8c;
        --cream: #33301f;
      }
    }
    * {
      box-sizing: border-box;
    }
    body {
      margin: 0;
      background: var(--paper);
      color: var(--ink);
      line-height: 1.6;
      font:
        1rem/1.6 system-ui,
        'PingFang SC',
        'HarmonyOS Sans SC',
        'MiSans',
        'Noto Sans SC',
        'Microsoft YaHei',
        sans-serif;
    }
    :lang(zh-CN) body,
    body:lang(zh-CN) {
      line-height: 1.75;
    }
    h1,
    h2 {
      font-family: 'Songti SC', 'Noto Serif SC', Georgia, serif;
      text-wrap: balance;
      line-height: 1.3;
      margin: 0 0 0.5rem;
    }
    h1 {
      font-size: 1.6rem;
    }
    h2 {
      font-size: 1.2rem;
    }
    a {
      color: var(--jade);
      text-underline-offset: 0.2em;
    }
    header,
    main,
    footer {
      max-width: 70rem;
      margin: 0 auto;
      padding: 1rem;
    }
    main.narrow,
    header.narrow {
      max-width: 34rem;
    }
    header {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem 1.25rem;
      align-items: center;
      border-bottom: 1px solid var(--line);
    }
    header strong {
      color: var(--seal);
      letter-spacing: 0.02em;
    }
    header .push {
      margin-inline-start: auto;
    }
    nav {
      display: flex;
      flex-wrap: wrap;
      gap: 0 1.25rem;
    }
    nav a,
    header .push {
      display: inline-flex;
      align-items: center;
      min-height: 2.75rem;
    }
    nav a[aria-current] {
      color: var(--ink);
      font-weight: 600;
      text-decoration-color: var(--seal);
      text-decoration-thickness: 2px;
    }
    .soft {
      color: var(--ink2);
      margin: 0.25rem 0 1rem;
    }
    .card {
      background: var(--card);
      border: 1px solid var(--line);
      border-radius: 8px;
      padding: 1rem;
      margin: 0 0 1rem;
      overflow-wrap: anywhere;
    }
    .ticket {
      position: relative;
      padding: 0;
      display: grid;
    }
    .ticket > .stub {
      padding: 1rem;
      border-bottom: 2px dashed var(--line);
    }
    .ticket > .rest {
      padding: 1rem;
    }
    .ticket::before,
    .ticket::after {
      content: '';
      display: none;
    }
    .amount {
      margin: 0 0 0.5rem;
      line-height: 1.3;
      font-size: 2rem;
      font-variant-numeric: tabular-nums;
      font-weight: 600;
    }
    dl {
      display: grid;
      grid-template-columns: max-content 1fr;
      gap: 0.25rem 1rem;
      margin: 0;
    }
    dt {
      color: var(--ink2);
    }
    dd {
      margin: 0;
      font-variant-numeric: tabular-nums;
    }
    .notice {
      border-inline-start: 4px solid var(--seal);
      background: var(--cream);
      padding: 0.75rem 1rem;
      margin: 0 0 1rem;
      border-radius: 0 6px 6px 0;
    }
    form {
      margin: 0;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem;
      align-items: end;
      margin: 0 0 1rem;
    }
    .row > label,
    .field {
      display: grid;
      gap: 0.25rem;
      flex: 1 1 14rem;
    }
    label {
      font-weight: 500;
    }
    input,
    select,
    button,
    .button {
      font: inherit;
      min-height: 3rem;
      border-radius: 6px;
      padding: 0.5rem 0.9rem;
      max-width: 100%;
    }
    input,
    select {
      background: var(--card);
      color: var(--ink);
      border: 1px solid var(--ink2);
      width: 100%;
    }
    button,
    .button {
      border: 1px solid var(--jade);
      background: var(--card);
      color: var(--jade);
      cursor: pointer;
      display: inline-flex;
      align-items: center;
      justify-content: center;
      text-decoration: none;
      font-weight: 600;
    }
    button.main,
    .button.main {
      background: var(--jade);
      color: var(--on-jade);
    }
    .choices {
      display: grid;
      gap: 0.9rem;
    }
    .choices button {
      width: 100%;
    }
    .choices p {
      margin: 0.15rem 0 0;
      color: var(--ink2);
      font-size: 0.92rem;
    }
    :focus-visible {
      outline: 3px solid var(--seal);
      outline-offset: 2px;
    }
    pre {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      margin: 0;
      font: inherit;
    }
    code {
      font-size: 0.92em;
      overflow-wrap: anywhere;
    }
    iframe {
      width: 100%;
      height: 32rem;
      border: 1px solid var(--line);
      border-radius: 6px;
      background: #fff;
    }
    ul.plain {
      list-style: none;
      padding: 0;
      margin: 0;
    }
    .tag {
      display: inline-block;
      border: 1px solid currentColor;
      border-radius: 4px;
      padding: 0 0.4rem;
      font-size: 0.88rem;
      color: var(--ink2);
    }
    @media (min-width: 45rem) {
      .ticket {
        grid-template-columns: 15rem 1fr;
      }
      .ticket > .stub {
        border-bottom: 0;
        border-inline-end: 2px dashed var(--line);
      }
      .ticket::before,
      .ticket::after {
        display: block;
        position: absolute;
        inset-inline-start: calc(15rem - 0.55rem);
        width: 1rem;
        height: 0.55rem;
        background: var(--paper);
        border: 1px solid var(--line);
      }
      .ticket::before {
        top: -1px;
        border-top-color: var(--paper);
        border-radius: 0 0 1rem 1rem;
      }
      .ticket::after {
        bottom: -1px;
        border-bottom-color: var(--paper);
        border-radius: 1rem 1rem 0 0;
      }
    }
    @media print {
      header,
      form,
      .row {
        display: none;
      }
    }
  </style>
`;
