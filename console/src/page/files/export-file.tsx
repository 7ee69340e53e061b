import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState, type ComponentProps } from 'react';
import { pageWords } from '../../messages/page.ts';
import { FileDialog } from './dialog.tsx';

const formats = ['xlsx', 'csv'] as const;
type Format = (typeof formats)[number];

/** A button that makes the file of an earlier export again, in its row of the list. */
export function FileAgain({ start }: Pick<ComponentProps<typeof ExportFile>, 'start'>) {
  const words = useMessages(pageWords);
  return <ExportFile small label={words.fileAgain} text={words.fileAgainText} start={start} />;
}

/** A button that makes a file for somebody outside, in the format and for the purpose that the dialog asks for. */
export function ExportFile(props: {
  label: string;
  /** For the rows of a list. */
  small?: true;
  /** What leaves, and to whom. */
  text: string;
  start: (file: { format: Format; reason: string }) => Promise<boolean>;
}) {
  const words = useMessages(pageWords);
  const [isOpen, setOpen] = useState(false);
  const [format, setFormat] = useState<Format>('xlsx');
  return (
    <>
      <Button
        {...(props.small ? { variant: 'quiet', small: true } : { className: 'my-4' })}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      {isOpen && (
        <FileDialog
          title={props.label}
          text={props.text}
          onClose={() => setOpen(false)}
          start={(reason) => props.start({ format, reason })}
        >
          <SelectField
            label={words.format}
            value={format}
            placeholder={null}
            options={formats.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={({ target }) => setFormat(formats.find((each) => each === target.value) ?? format)}
          />
        </FileDialog>
      )}
    </>
  );
}
