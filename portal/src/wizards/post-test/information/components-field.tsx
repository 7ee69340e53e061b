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

/**
 * The components the service is for, or the units of an award. A mandatory one stays chosen and says why; too few units for an award
 * are said before anybody pays (3-domain 4.2).
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
            {offered.map((component, index) => (
              <label key={component.id} className="tile">
                <input
                  type="checkbox"
                  id={index === 0 ? control.id : undefined}
                  checked={answers.componentIds.includes(component.id)}
                  onChange={(event) => toggle(component, event.target.checked)}
                />
                <span className="flex grow flex-wrap justify-between gap-x-4">
                  <span>
                    <span className="font-bold">{component.code}</span> {component.name}
                    {component.isMandatory && <span className="text-ink-2"> · {words.mandatory}</span>}
                  </span>
                  {award === null && <span className="tabular-nums">{money(fee)}</span>}
                </span>
              </label>
            ))}
            {offered.length === 0 && <Notice>{words.noComponents}</Notice>}
          </div>
        )}
      </Field>
      <output className="sr-only">{error}</output>
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
