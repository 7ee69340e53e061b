/**
 * What is younger than the oldest browsers that the portal serves, Safari 16 and Android's WebView 100, as parts of the language and of the page (decision
 * 0095). `on`: where it is found.
 */
const younger: readonly { on: string; names: readonly string[] }[] = [
  { on: 'Array', names: ['fromAsync'] },
  { on: 'Array.prototype', names: ['toSorted', 'toReversed', 'toSpliced', 'with'] },
  { on: 'Object', names: ['groupBy'] },
  { on: 'Map', names: ['groupBy'] },
  { on: 'Map.prototype', names: ['getOrInsert', 'getOrInsertComputed'] },
  { on: 'Promise', names: ['withResolvers', 'try'] },
  { on: 'String.prototype', names: ['isWellFormed', 'toWellFormed'] },
  {
    on: 'Set.prototype',
    names: [
      'union',
      'intersection',
      'difference',
      'symmetricDifference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ],
  },
  { on: 'RegExp', names: ['escape'] },
  { on: 'URL', names: ['canParse', 'parse'] },
  { on: 'AbortSignal', names: ['any', 'timeout'] },
  { on: 'Element.prototype', names: ['checkVisibility', 'setHTMLUnsafe'] },
  { on: 'HTMLElement.prototype', names: ['showPopover', 'hidePopover', 'togglePopover'] },
  { on: 'Document.prototype', names: ['startViewTransition'] },
  { on: 'window', names: ['requestIdleCallback', 'scheduler', 'Iterator', 'cookieStore'] },
];

/** What this Chromium needs all the same: Playwright looks for elements with the first, and its own style hides what the others would show. */
const neededHere: readonly string[] = ['checkVisibility', 'showPopover', 'hidePopover', 'togglePopover'];

/** Runs before anything of a page: takes away what the oldest browsers do not have. */
export const growOld = younger
  .map(({ on, names }) => ({ on, names: names.filter((name) => !neededHere.includes(name)) }))
  .flatMap(({ on, names }) => names.map((name) => `delete globalThis.${on === 'window' ? '' : `${on}.`}${name};`))
  .join('\n');

/** Names that nothing else has, so that a built script which writes one uses it. */
export const tellingNames: readonly string[] = younger
  .flatMap(({ names }) => names)
  .filter((name) => name.length > 7 && !['timeout', 'intersection', 'difference'].includes(name));
