/** The shared parts of the console's pages. */
export { AnswersOfForm } from './form-answers.tsx';
export { AuditValue } from './history/audit-value.tsx';
export {
  ActionButton,
  ActionDialog,
  isReasonRight,
  NotReady,
  ReasonField,
  Refusal,
  type FieldErrors,
} from './action-dialog.tsx';
export { CircularFields, useCircular } from './circular-fields.tsx';
export { ExportFile, FileAgain } from './files/export-file.tsx';
export { Facts, Money, type Fact } from './facts.tsx';
export { FileDialog } from './files/dialog.tsx';
export { GuardianWaitText } from './guardian-wait.tsx';
export { History } from './history/history.tsx';
export { MaskedNames } from './access/masked-names.tsx';
export { NotesPanel } from './notes-panel.tsx';
export { loadAgain, objectKey } from './object.ts';
export { Loaded, PageColumns, PageHead, Section } from './page-head.tsx';
export { Reveal } from './access/reveal.tsx';
export { Timeline } from './history/timeline.tsx';
export { AboutLine, useAboutFacts } from './about.tsx';
export { linked, ObjectLink, objectPages } from './object-link.tsx';
export { OpenProposals } from './open-proposals.tsx';
export { useSaveFile } from './files/use-save-file.tsx';
export { useStaffAction } from './use-staff-action.ts';
export { UploadButton } from './files/upload-button.tsx';
export { WorkingTimeLeft } from './working-time-left.tsx';
export { Wide } from './wide.tsx';
export { Because, ReasonText, typed, wordOf } from './words.tsx';
