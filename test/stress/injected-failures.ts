// Network failures between one or all nodes and the database during a trial.

import type { ProxiedConnection } from '../kit/cluster/tcp-proxy.ts'
import type { Fleet } from './fleet.ts'

export interface InjectedFailure {
  readonly title: string
  /** Runs immediately before the change. */
  begin(fleet: Fleet): Promise<void>
  /** Runs after the trial; resolves once the nodes have had time to restore their connections. */
  end(fleet: Fleet): Promise<void>
}

/** A node's connections for one purpose, as the proxy's `only` rule. */
export const named = (name: string) => (connection: ProxiedConnection) =>
  connection.startup.get('application_name') === `frontlist ${name}`

/** Longer than a node waits before it reconnects its listener. */
const settleMs = 400

async function healAll(fleet: Fleet): Promise<void> {
  for (const { proxy } of fleet.nodes) await proxy.heal()
  await Bun.sleep(settleMs)
}

export const noFailure: InjectedFailure = {
  title: 'nothing',
  begin: async () => {},
  end: async () => {},
}

export const listenerFailures: readonly InjectedFailure[] = [
  {
    title: 'listeners killed',
    begin: async fleet => {
      await fleet.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontlist listener'",
      )
    },
    end: healAll,
  },
  {
    title: 'listeners black-holed',
    begin: async fleet => {
      for (const { proxy } of fleet.nodes) proxy.blackHole({ only: named('listener') })
    },
    end: healAll,
  },
  {
    title: 'listeners half open',
    begin: async fleet => {
      for (const { proxy } of fleet.nodes) proxy.halfOpen({ only: named('listener') })
    },
    // Nodes detect this by a missing heartbeat response.
    end: async fleet => {
      await healAll(fleet)
      await Bun.sleep(1200)
    },
  },
  {
    title: 'polls black-holed',
    begin: async fleet => {
      for (const name of ['watch', 'heartbeat'])
        for (const { proxy } of fleet.nodes) proxy.blackHole({ only: named(name) })
    },
    end: healAll,
  },
]

/** All connections of one node to the database; {@link Cut.end} restores them. */
export interface Cut {
  readonly title: string
  begin(fleet: Fleet, at: number): Promise<void>
  end(fleet: Fleet, at: number): Promise<void>
}

const mend: Cut['end'] = (fleet, at) => fleet.nodes[at]!.proxy.heal()

export const cuts: readonly Cut[] = [
  {
    title: 'black-holed',
    begin: async (fleet, at) => fleet.nodes[at]!.proxy.blackHole(),
    end: mend,
  },
  {
    title: 'reset and refused',
    begin: async (fleet, at) => {
      await fleet.nodes[at]!.proxy.refuse()
      fleet.nodes[at]!.proxy.reset()
    },
    end: mend,
  },
  {
    title: 'half open',
    begin: async (fleet, at) => {
      await fleet.nodes[at]!.proxy.refuse()
      fleet.nodes[at]!.proxy.halfOpen()
    },
    end: mend,
  },
]
