// The type of blocks, whose values are those of the fields of components. The input is loaded when an entry has such a
// field.
import { Skeleton } from '@mantine/core'
import { IconBlocks } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { FieldInputProps, FieldViewProps, TypeDefinition, TypeOf } from '../field-type.ts'
import { findBlockError, listBlockEntries, listBlockFiles, summarizeBlock } from './block-words.ts'
import { ComponentsInput } from './components-input.tsx'

const LazyInput = lazy(async () => ({ default: (await import('./blocks-input.tsx')).BlocksInput }))
const LazyView = lazy(async () => ({ default: (await import('./blocks-view.tsx')).BlocksView }))

/** The height of the button that adds a block, in pixels. */
const skeletonHeight = 44

/** `typeOf` finds the types of the fields of components, which may be of this type again. */
export function createComponentType(typeOf: TypeOf): TypeDefinition {
  const renderInput = ({ inner, ...props }: FieldInputProps) => (
    <Suspense fallback={<Skeleton height={skeletonHeight} radius="sm" />}>
      {inner ? (
        <LazyInput {...props} inner={inner} typeOf={typeOf} />
      ) : (
        <LazyView {...props} typeOf={typeOf} />
      )}
    </Suspense>
  )
  const renderView = (props: FieldViewProps) => (
    <Suspense fallback={<Skeleton height={skeletonHeight} radius="sm" />}>
      <LazyView {...props} typeOf={typeOf} />
    </Suspense>
  )
  return {
    kinds: [{ kind: 'component', label: 'Block' }],
    choices: [
      {
        ...{ label: 'Blocks', about: 'Sections of a page, in any order' },
        ...{ kind: 'component', place: 13, many: true },
      },
      { label: 'Block', about: 'A group of fields, such as an address', kind: 'component', place: 14 },
    ],
    icon: IconBlocks,
    Input: renderInput,
    ListInput: renderInput,
    isGroup: true,
    holdsBlocks: true,
    findError: (value, field) => findBlockError(value, field, typeOf),
    rules: {
      isNeverTarget: true,
      TargetInputs: ComponentsInput,
      toForm: ({ of = [] }) => ({ of }),
      toProperties: ({ of }) => ({ of }),
      describeTargets: ({ of = [] }, nameOf) => ` of ${of.map(nameOf).join(', ')}`,
    },
    View: renderView,
    ListView: renderView,
    summarize: (value, _names, field) => summarizeBlock(value, field),
    listFiles: (value, field) => listBlockFiles(value, field, typeOf),
    listEntries: (value, field) => listBlockEntries(value, field, typeOf),
  }
}
