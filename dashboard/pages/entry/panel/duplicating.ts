// Copies the draft into a new entry, and opens it.
import { notifications } from '@mantine/notifications'
import { useLocation } from 'wouter'
import { useDuplicate } from '../../../api/content/duplicate.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { describeRefusal } from '../../../parts/entries/place-name.ts'
import { showFailure } from '../../../parts/forms/failure-notice.ts'
import { titleOf } from '../diff/names.ts'
import { UnsavedDraft } from '../engine/unsaved-draft.ts'
import type { EntryPanelProps } from '../panel-props.ts'

/**
 * The title is not changed: a longer one could break a rule of its field, and would be in one language only. The page of
 * the copy focuses the title.
 */
export function useDuplicating(panel: EntryPanelProps) {
  const { entry, model, unsaved, save } = panel
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const { mutate, isPending } = useDuplicate(async () => (unsaved ? save() : entry))
  const duplicate = () =>
    mutate(undefined, {
      onSuccess: copy => {
        navigate(paths.toEntry(copy.collection, copy.id))
        notifications.show({
          message: `This is a copy of “${titleOf({ entry: copy, model })}”.`,
        })
      },
      onError: error =>
        showFailure(
          describeRefusal({ reason: error.message, problems: problemsOf(error) }, model.fields),
          'Could not duplicate the entry',
        ),
    })
  return { duplicate, isPending }
}

function problemsOf(error: Error) {
  if (error instanceof UnsavedDraft) return error.paths
  return error instanceof ApiProblem ? error.errors.map(({ name, message }) => ({ path: name, message })) : []
}
