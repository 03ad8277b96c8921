export default defineEventHandler(async () => {
  const { list } = await content.list('books', { depth: 1, sort: 'title', perPage: 100 })
  return list.map(toBook)
})
