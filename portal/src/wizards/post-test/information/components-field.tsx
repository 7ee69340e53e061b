import { hasUnitsEnough } from '@exam/contract/rules';
import { Field } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { ruleWords } from '../../../messages/rules.ts';
import type { InfoFieldProps } from './fields.tsx';
import type { CashInCode, Component } from '../post-test-data.ts';

/** The most components without a search: these are looked through by eye. */
const mostWithoutSearch = 12;

function isFound({ code, name }: Component, sought: string): boolean {
  return `${code} ${name}`.toLowerCase().includes(sought.trim().toLowerCase());
}

/**
 * The components the service is for, or the units of an award. A mandatory one stays chosen and says why; too few units for an award
 * are said before anybody pays (3-domain 4.2). The fee of each is shown above (`ChosenService`), here what the chosen ones come to.
 */
export function ComponentsField(props: InfoFieldProps & { offered: readonly Component[]; award: CashInCode | null }) {
  const { draft, offered, award, answers, change, errorAt } = props;
  const words = useMessages(postTestWizardWords).info;
  const rules = useMessages(ruleWords);
  const { money } = useFormats();
  const [isHeld, setHeld] = useState(false);
  const fee = draft.service.levels.find(({ id }) => id === draft.levelId)?.total ?? 0;
  const toggle = (component: Component, isOn: boolean) => {
    setHeld(component.isMandatory && !isOn);
    if (component.isMandatory && !isOn) return;
    const { componentIds } = answers;
    change({
      componentIds: isOn ? [...componentIds, component.id] : componentIds.filter((id) => id !== component.id),
    });
  };
  const error = isHeld ? fieldSentence(rules, 'MANDATORY_MODULE') : errorAt('componentIds');
  const chosen = answers.componentIds.filter((id) => offered.some((each) => each.id === id)).length;
  return (
    <>
      <Field
        id="componentIds"
        group
        label={award === null ? words.components : words.units}
        hint={award === null ? words.componentsHint : words.unitsHint(award.unitsNeeded)}
        error={error}
      >
        {(control) => (
          <div className="tiles">
            <Tiles id={control.id} offered={offered} chosen={answers.componentIds} onToggle={toggle} />
            {offered.length === 0 && <Notice>{words.noComponents}</Notice>}
          </div>
        )}
      </Field>
      <output className="sr-only">{error}</output>
      {award === null && chosen > 0 && (
        <output className="mb-5 block font-bold">
          {words.chosenComponents({ count: chosen, total: money(chosen * fee) })}
        </output>
      )}
      {award !== null && !hasUnitsEnough(award, chosen) && (
        <div className="mb-5">
          <Notice tone="warning" live>
            {words.unitsFew({ chosen, needed: award.unitsNeeded })}
          </Notice>
        </div>
      )}
    </>
  );
}

/** A box for each component, and a search where there are many; what is chosen stays in sight whatever is searched. */
function Tiles(props: {
  id: string;
  offered: readonly Component[];
  chosen: readonly string[];
  onToggle: (component: Component, isOn: boolean) => void;
}) {
  const { offered, chosen } = props;
  const words = useMessages(postTestWizardWords).info;
  const [sought, setSought] = useState('');
  const shown = offered.filter((each) => chosen.includes(each.id) || isFound(each, sought));
  return (
    <>
      {offered.length > mostWithoutSearch && (
        <input
          type="search"
          className="input"
          aria-label={words.findComponent}
          placeholder={words.findComponent}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {shown.map((component, index) => (
        <label key={component.id} className="tile">
          <input
            type="checkbox"
            id={index === 0 ? props.id : undefined}
            checked={chosen.includes(component.id)}
            onChange={(event) => props.onToggle(component, event.target.checked)}
          />
          <span>
            <span className="font-bold">{component.code}</span> {component.name}
            {component.isMandatory && <span className="text-ink-2"> · {words.mandatory}</span>}
          </span>
        </label>
      ))}
    </>
  );
}
