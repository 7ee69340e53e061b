import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { incidentsWords } from '../../messages/incidents.ts';
import { FileDialog, Section } from '../../page/index.ts';

/** An id, or what may be a network address; the server reads it exactly. */
const shape = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,3}(\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i;

/**
 * The calls of an account, an address or a request as a file, for whoever may take it: the only way to read the network log.
 * @param props.staffId the staff account that the page is about; is in the field
 */
export function NetworkLog({ staffId }: { staffId: string }) {
  const { incidents: words } = useMessages(incidentsWords);
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  if (!may('privacy:export')) return null;
  return (
    <Section title={words.calls}>
      <p className="text-ink-2 mb-4">{words.callsIntro}</p>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {words.callsDownload}
      </Button>
      {isOpen && <Taking staffId={staffId} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function Taking({ staffId, onClose }: { staffId: string; onClose: () => void }) {
  const { incidents: words } = useMessages(incidentsWords);
  const [of, setOf] = useState(staffId);
  const [isWrong, setWrong] = useState(false);
  const start = async (reason: string) => {
    const wanted = of.trim();
    setWrong(!shape.test(wanted));
    return (
      shape.test(wanted) && (await download('networkLog.export', { body: { of: wanted, reason } }, 'network-log.csv'))
    );
  };
  return (
    <FileDialog title={words.callsDownload} text={words.callsText} start={start} onClose={onClose}>
      <TextField
        label={words.callsOf}
        hint={words.callsHint}
        error={isWrong ? words.callsWrong : undefined}
        value={of}
        maxLength={60}
        required
        onChange={(event) => setOf(event.target.value)}
      />
    </FileDialog>
  );
}
