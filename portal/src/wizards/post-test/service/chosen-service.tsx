import type { PostTestDraft } from '../post-test-data.ts';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card } from '@exam/ui/parts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';

/** What was chosen in the step before, with its fee and until when it must be sent. */
export function ChosenService({ draft, onChange }: { draft: PostTestDraft; onChange: () => void }) {
  const words = useMessages(postTestWizardWords);
  const { money, deadline } = useFormats();
  const level = draft.service.levels.find(({ id }) => id === draft.levelId);
  const fee = level?.total ?? 0;
  const feeText = draft.service.componentRule === 'some' ? words.service.each(money(fee)) : money(fee);
  const { window } = draft;
  return (
    <div className="mb-6">
      <SectionHead title={words.info.chosen} onChange={onChange} />
      <Card>
        <p className="font-bold">{draft.service.name}</p>
        <p className="text-ink-2">{[draft.productName, level?.name, draft.examSeries].filter(Boolean).join(' · ')}</p>
        <p className="tabular-nums">{fee === 0 ? words.service.free : feeText}</p>
        {window !== null && <p className="text-ink-2">{words.service.open(deadline(window.closeAt))}</p>}
      </Card>
    </div>
  );
}
