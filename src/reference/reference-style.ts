// The style sheet of the reference page as one text, served beside it. Imported as text, so it is inside a compiled build.
import code from './style/code.page.css' with { type: 'text' }
import content from './style/content.page.css' with { type: 'text' }
import layout from './style/layout.page.css' with { type: 'text' }
import lists from './style/lists.page.css' with { type: 'text' }
import navigation from './style/navigation.page.css' with { type: 'text' }
import print from './style/print.page.css' with { type: 'text' }
import tokens from './style/tokens.page.css' with { type: 'text' }

export const referenceStyle: string = [tokens, layout, navigation, content, lists, code, print].join('\n')
