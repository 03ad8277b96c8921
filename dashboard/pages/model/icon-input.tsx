// The input of a component's icon.
import { Radio, VisuallyHidden } from '@mantine/core'
import { componentIcons } from '../../../src/content/values/component-icons.ts'
import type { Component } from '../../../src/content/values/model.ts'
import { nameField } from '../../parts/entries/place-name.ts'
import { ComponentIcon } from '../../parts/pictures/component-icon.tsx'

interface IconInputProps {
  /** Empty for the common icon. */
  readonly value: string
  readonly onChange: (icon: NonNullable<Component['icon']> | '') => void
}

export function IconInput({ value, onChange }: IconInputProps) {
  return (
    <Radio.Group
      label="Icon"
      value={value}
      onChange={icon => onChange(icon as (typeof componentIcons)[number])}
    >
      <div className="icon-choices">
        <Radio.Card value="" className="icon-choice">
          <VisuallyHidden>Blocks</VisuallyHidden>
          <ComponentIcon icon={undefined} />
        </Radio.Card>
        {componentIcons.map(icon => (
          <Radio.Card key={icon} value={icon} className="icon-choice">
            <VisuallyHidden>{nameField({ apiName: icon })}</VisuallyHidden>
            <ComponentIcon icon={icon} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
