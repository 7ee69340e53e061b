import { fapiaoBuyers } from '@exam/contract/rules';
import { RadioTiles, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary } from '@exam/ui/parts';
import { fapiaoWords } from '../../messages/fapiao.ts';
import type { FapiaoRequest } from './fapiao-data.ts';
import { fieldId, useFapiaoForm } from './use-fapiao-form.ts';

type Props = { orderId: string; before: FapiaoRequest | null; onClose: () => void };

/** Whom the fapiao is for, and where it is sent (3-domain 7). */
export function FapiaoForm({ orderId, before, onClose }: Props) {
  const words = useMessages(fapiaoWords);
  const form = useFapiaoForm({ orderId, before, onDone: onClose });
  const own = words.form;
  return (
    <form
      noValidate
      aria-label={own.title}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <RadioTiles
        id={fieldId('buyer')}
        name="fapiao-buyer"
        label={own.buyer}
        inline
        options={fapiaoBuyers.map((value) => ({ value, label: words.buyers[value] }))}
        value={form.input.buyer}
        onChange={(event) => form.set('buyer', event.target.value === 'Company' ? 'Company' : 'Personal')}
      />
      <Details form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSending}>
          {own.submit}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {own.cancel}
        </Button>
      </div>
    </form>
  );
}

function Details({ form }: { form: ReturnType<typeof useFapiaoForm> }) {
  const own = useMessages(fapiaoWords).form;
  const isCompany = form.input.buyer === 'Company';
  return (
    <>
      <TextField
        id={fieldId('title')}
        label={isCompany ? own.companyTitle : own.personTitle}
        hint={isCompany ? own.companyTitleHint : undefined}
        error={form.errorAt('title')}
        autoComplete={isCompany ? 'organization' : 'name'}
        maxLength={100}
        value={form.input.title}
        onChange={(event) => form.set('title', event.target.value)}
      />
      {isCompany && (
        <TextField
          id={fieldId('taxNumber')}
          label={own.taxNumber}
          hint={own.taxNumberHint}
          error={form.errorAt('taxNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          value={form.input.taxNumber}
          onChange={(event) => form.set('taxNumber', event.target.value)}
        />
      )}
      <TextField
        id={fieldId('email')}
        label={own.email}
        hint={own.emailHint}
        error={form.errorAt('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={form.input.email}
        onChange={(event) => form.set('email', event.target.value)}
      />
    </>
  );
}
