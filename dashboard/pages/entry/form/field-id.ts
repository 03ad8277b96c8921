// Focuses a field of the form. No React here.
import { wantPlace } from '../../../fields/component/open-blocks.ts'
import { focusPath } from '../../../parts/forms/field-focus.ts'
import { toPath } from '../engine/draft-paths.ts'

/**
 * Focuses the field at a place, such as `/data/title` or `/data/sections/k3f9/heading`. A field in a block gets the focus
 * once the blocks around it are open. Returns false if the field is not on the page.
 */
export function focusField(place: string): boolean {
  const path = toPath(place)
  const isFound = focusPath(path)
  if (isFound && place !== path) wantPlace(place)
  return isFound
}
