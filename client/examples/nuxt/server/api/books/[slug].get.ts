export default defineEventHandler(async event => {
  const book = await content.find('books', getRouterParam(event, 'slug', { decode: true }) ?? '', {
    depth: 1,
  })
  if (!book) throw createError({ statusCode: 404, statusMessage: 'No such book' })
  return toBook(book)
})
