import { usualGroupSteps } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { LinkButton, Table } from '@exam/ui/parts';
import { helpGroupWords } from '../../../messages/help-group.ts';
import { GroupCalculator } from './calculator.tsx';
import { HelpPage, HelpSection } from '../help-page.tsx';

/** Group registration and its discount. */
export function Group() {
  const words = useMessages(helpGroupWords);
  return (
    <HelpPage lead={words.lead}>
      <HelpSection id="how" title={words.how.title}>
        <ol className="grid list-decimal gap-1.5 pl-5">
          {words.how.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </HelpSection>
      <HelpSection id="discount" title={words.table.title}>
        <Table
          caption={words.table.caption}
          rows={usualGroupSteps}
          rowKey={(step) => String(step.from)}
          columns={[
            { key: 'count', header: words.table.count, cell: (step) => words.table.range(step) },
            {
              key: 'off',
              header: words.table.off,
              cell: ({ percentOff }) => (percentOff === 0 ? words.table.none : words.table.percent(percentOff)),
            },
          ]}
        />
        <p className="text-ink-2">{words.table.note}</p>
      </HelpSection>
      <HelpSection id="calculator" title={words.calculator.title}>
        <GroupCalculator />
      </HelpSection>
      <HelpSection id="later" title={words.later.title}>
        {words.later.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </HelpSection>
      <HelpSection id="own-session" title={words.closed.title}>
        {words.closed.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>
          <LinkButton href="/help/contact-us" variant="secondary">
            {words.closed.contact}
          </LinkButton>
        </p>
      </HelpSection>
    </HelpPage>
  );
}
