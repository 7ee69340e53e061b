/** The shared parts of the console's pages. */
export { AnswersOfForm } from './form-answers.tsx';
export { AuditValue } from './audit-value.tsx';
export { ActionButton, ActionDialog, Refusal, type FieldErrors } from './action-dialog.tsx';
export { ExportFile } from './export-file.tsx';
export { Facts, Money, type Fact } from './facts.tsx';
export { FileDialog } from './file-dialog.tsx';
export { History } from './history.tsx';
export { NotesPanel } from './notes-panel.tsx';
export { loadAgain, objectKey } from './object.ts';
export { Loaded, PageColumns, PageHead, Section } from './page-head.tsx';
export { Reveal } from './reveal.tsx';
export { Timeline } from './timeline.tsx';
export { useSaveFile } from './use-save-file.tsx';
export { useStaffAction } from './use-staff-action.ts';
export { UploadButton } from './upload-button.tsx';
export { WorkingTimeLeft } from './working-time-left.tsx';
export { Wide } from './wide.tsx';
export { Because, ReasonText, typed, wordOf } from './words.tsx';
