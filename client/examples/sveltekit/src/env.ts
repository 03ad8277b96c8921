// Neither is public, so `$app/env/private` has them, which SvelteKit keeps out of a browser's code.
import { defineEnvVars } from '@sveltejs/kit/env'

export const variables = defineEnvVars({
  FRONTLIST_URL: { schema: (value = 'http://localhost:3000') => value },
  FRONTLIST_KEY: { schema: (value = '') => value },
})
