export { DateBoxes, MonthBoxes } from './date-boxes.tsx';
export { Field, type ControlProps, type FieldTexts } from './field.tsx';
export { acceptedFiles, FileField, type ChosenFile, type FailedFile, type SendingFile } from './file-field.tsx';
export {
  CheckboxField,
  PhoneField,
  RadioTiles,
  SelectField,
  TextAreaField,
  TextField,
  type Option,
} from './inputs.tsx';
export { CodeField, PasswordField } from './secrets.tsx';
export { FormAnswers } from './form-answers.tsx';
export { FormFields, type FileWidgetProps, type FormFieldTexts } from './form-fields.tsx';
export { afterPress, useLeftFields } from './left-fields.ts';
export { SliderPuzzle } from './slider-puzzle.tsx';
