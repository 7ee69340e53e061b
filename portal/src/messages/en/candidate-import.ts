import { tooMuch } from '@exam/contract/messages/too-much/en';
import { sensitiveAge } from '@exam/contract/rules';

const people = (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`);
const rows = (count: number) => (count === 1 ? '1 row' : `${count} rows`);
const cells = (count: number) => (count === 1 ? '1 cell' : `${count} cells`);

export const candidateImport = {
  open: 'Import from a file',
  title: 'Import candidates',
  intro: 'Add up to 500 candidates at once from an Excel file. Nothing is saved before you confirm.',
  templateTitle: '1. Fill in the template',
  templateText:
    'One candidate per row. The ID columns are formatted as text; keep them so. The example row is not imported.',
  download: 'Download template',
  templateName: 'candidates.xlsx',
  uploadTitle: '2. Upload the file',
  uploadHint: '.xls or .xlsx, up to 2 MB and 500 rows.',
  fileLabel: 'File',
  choose: 'Choose a file',
  sending: (name: string) => `Sending ${name}`,
  reading: 'Reading the file…',
  cancel: 'Cancel',
  wrongFile: 'Invalid file format! Please import file in .XLS or .XLSX format.',
  tooMuch,
  noConnection: 'No connection. Check the network and try again.',
  back: 'Back to my candidates',
  previewTitle: 'Check and confirm',
  keptUntil: (time: string) => `Confirm by ${time}, China time. After that the file has to be uploaded again.`,
  summary: (p: { right: number; faulty: number; duplicates: number }) =>
    `${people(p.right)} can be saved; ${p.faulty} to be corrected; ${p.duplicates} already there.`,
  notRead: 'Check: not everything in this file is here',
  notes: {
    Sheet: (name: string, count: number) =>
      `The sheet “${name}” was not read (${rows(count)}). If there are candidates on it, upload it as a file of its own.`,
    HiddenSheet: (name: string, count: number) => `The hidden sheet “${name}” was not read (${rows(count)}).`,
    Column: (name: string, count: number) =>
      `The column “${name}” is not in the template and was not read (${cells(count)}). If it belongs to another column, use that heading.`,
    RowsAbove: (_: string, count: number) => `Text above the headings was not read (${rows(count)}).`,
    HiddenRows: (_: string, count: number) =>
      `Hidden or filtered rows of the file are among those below (${rows(count)}).`,
    TotalRow: (name: string, count: number) =>
      `“${name}” is a total, not a candidate, and was not read (${rows(count)}).`,
    Lacking: (name: string) =>
      `There is no column “${name}” in this file. Fill it in below, row by row, or add it to the file and upload that again.`,
  },
  filterLabel: 'Rows to show',
  filters: { all: 'All', faulty: 'To be corrected', duplicates: 'Duplicates' },
  none: 'There is no such row.',
  caption: 'Rows of the file',
  rowNumber: 'Row',
  name: 'Name',
  document: 'Document',
  born: 'Date of birth, gender',
  contact: 'Contact',
  guardian: 'Guardian',
  state: 'Result',
  nothing: 'None',
  fromNumber: 'As in the ID number',
  right: 'Can be saved',
  faulty: (count: number) => (count === 1 ? '1 thing to correct' : `${count} things to correct`),
  duplicates: { InFile: 'Twice in this file', InList: 'Already in your list' },
  duplicateNote: 'Not saved again.',
  correct: 'Correct',
  correctRow: (row: number) => `Correct row ${row}`,
  keptNumber: 'Leave empty to keep the number in the file.',
  saveRow: 'Check this row',
  corrected: 'Row corrected',
  downloadFaults: 'Download rows to correct',
  faultsName: 'candidates-to-correct.xlsx',
  consentMissing: `Tick this, or take the children under ${sensitiveAge} out of the file.`,
  save: (count: number) => `Save ${people(count)}`,
  another: 'Upload another file',
  saved: (count: number) => `${people(count)} saved`,
  goneTitle: 'This file is no longer here',
  goneText: 'A preview is kept for 30 minutes. Upload the file again.',
};

export type CandidateImportMessages = typeof candidateImport;
