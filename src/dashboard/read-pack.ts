// Loads the built dashboard: a file beside the sources in a checkout, otherwise part of the executable.
import type { DashboardPack } from './pack.ts'

/** Returns null if the dashboard was not built. */
export async function readDashboardPack(): Promise<DashboardPack | null> {
  try {
    const { default: path } = await import('../../dist/dashboard.pack', { with: { type: 'file' } })
    return (await Bun.file(path).json()) as DashboardPack
  } catch {
    return null
  }
}
