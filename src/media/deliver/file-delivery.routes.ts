// The public endpoint of files.
import { type Endpoint, publicEndpoint } from '../../http/endpoint.ts'
import { filePolicy } from '../../http/server-env.ts'
import { deliverFile, type FileDeliveryParts } from './file-delivery.ts'

export const filePath = '/assets/{space}/{sha256}/{filename}'
const reason = 'serves only what published content shows'

export function fileDeliveryEndpoints(parts: FileDeliveryParts): Endpoint[] {
  return [
    publicEndpoint(filePath, reason, (request, params) => deliverFile(parts, request, params), filePolicy),
  ]
}
