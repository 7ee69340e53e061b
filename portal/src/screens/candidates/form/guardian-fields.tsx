import type { GuardianType } from '@exam/contract/entities';
import { PhoneField, SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { candidatesWords } from '../../../messages/candidates.ts';
import { candidateById, candidateName, pickerRows } from '../../../page/candidates.ts';
import { guardianAnswersOf } from './answers.ts';
import { documentTypes, NumberField, withType } from './document-fields.tsx';
import { fieldId, type CandidateFormState } from './use-candidate-form.ts';

const relations = ['Father', 'Mother', 'LegalGuardian', 'Other'] as const satisfies GuardianType[];

/** The guardian of a candidate under 18. */
export function GuardianFields({ form }: { form: CandidateFormState }) {
  const { form: labels } = useMessages(candidatesWords);
  const { guardian } = form.answers;
  const { setGuardian, leave } = form;
  return (
    <section aria-labelledby="candidate-guardian-title">
      <h2 id="candidate-guardian-title" className="mb-1 text-xl">
        {labels.guardianTitle}
      </h2>
      <p className="mb-4 text-ink-2">{labels.guardianIntro}</p>
      {form.saved === undefined && <GuardianOfAnother form={form} />}
      <TextField
        id={fieldId('guardianModel.name')}
        name="guardianName"
        autoComplete="name"
        maxLength={100}
        label={labels.guardianNameLabel}
        hint={labels.guardianNameHint}
        value={guardian.name}
        error={form.error('guardianModel.name') ?? form.error('guardianModel')}
        onChange={(event) => setGuardian({ name: event.target.value })}
        onBlur={() => guardian.name !== '' && leave('guardianModel.name')}
      />
      <RelationAndDocument form={form} />
      <PhoneField
        id={fieldId('guardianModel.mobile')}
        name="guardianMobile"
        maxLength={40}
        label={labels.guardianMobileLabel}
        hint={labels.mobileHint}
        value={guardian.mobile}
        error={form.error('guardianModel.mobile')}
        onChange={(event) => setGuardian({ mobile: event.target.value })}
        onBlur={() => guardian.mobile !== '' && leave('guardianModel.mobile')}
      />
    </section>
  );
}

/** The guardian of a child who is saved already, to be taken in one press. */
function GuardianOfAnother({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords).form;
  const child = useQuery(pickerRows).data?.findLast(({ hasGuardian }) => hasGuardian);
  const saved = useQuery({ ...candidateById(child?.id ?? ''), enabled: child !== undefined }).data;
  const { guardian } = form.answers;
  if (!saved?.guardianModel || guardian.name !== '' || guardian.idNo !== '') return null;
  const names = { guardian: saved.guardianModel.name, child: candidateName(saved) };
  return (
    <Button
      variant="secondary"
      className="mb-4"
      onClick={() => form.setGuardian(guardianAnswersOf(saved.guardianModel, saved.id))}
    >
      {words.guardianOfAnother(names)}
    </Button>
  );
}

function RelationAndDocument({ form }: { form: CandidateFormState }) {
  const words = useMessages(candidatesWords);
  const { form: labels } = words;
  const { guardian } = form.answers;
  const { setGuardian, leave } = form;
  const other = useQuery({ ...candidateById(guardian.asOf), enabled: guardian.asOf !== '' }).data?.guardianModel;
  return (
    <>
      <SelectField
        id={fieldId('guardianModel.type')}
        name="guardianType"
        label={labels.relationLabel}
        options={relations.map((value) => ({ value, label: words.relations[value] }))}
        value={guardian.type}
        error={form.error('guardianModel.type')}
        onChange={(event) => setGuardian({ type: relations.find((type) => type === event.target.value) ?? '' })}
      />
      <SelectField
        id={fieldId('guardianModel.idType')}
        name="guardianIdType"
        label={labels.guardianDocumentLabel}
        hint={guardian.idType === 'IDCard' ? undefined : labels.documentHints[guardian.idType]}
        placeholder={null}
        options={documentTypes.map((value) => ({ value, label: words.idTypes[value] }))}
        value={guardian.idType}
        onChange={(event) =>
          setGuardian(withType(documentTypes.find((type) => type === event.target.value) ?? 'IDCard'))
        }
      />
      <NumberField
        id={fieldId('guardianModel.idNo')}
        label={labels.guardianNumberLabel}
        error={form.error('guardianModel.idNo')}
        answers={guardian}
        saved={form.saved === undefined ? other : form.saved.guardianModel}
        today={form.today}
        onChange={setGuardian}
        onLeave={() => guardian.idNo !== '' && leave('guardianModel.idNo')}
      />
    </>
  );
}
