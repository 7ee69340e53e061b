import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { pageWords } from '../../messages/page.ts';
import { FileDialog } from './dialog.tsx';

const formats = ['xlsx', 'csv'] as const;
type Format = (typeof formats)[number];

/** A button that makes a file for somebody outside, in the format and for the purpose that the dialog asks for. */
export function ExportFile(props: {
  label: string;
  /** What leaves, and to whom. */
  text: string;
  start: (file: { format: Format; reason: string }) => Promise<boolean>;
}) {
  const words = useMessages(pageWords);
  const [isOpen, setOpen] = useState(false);
  const [format, setFormat] = useState<Format>('xlsx');
  return (
    <>
      <Button className="my-4" onClick={() => setOpen(true)}>
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
