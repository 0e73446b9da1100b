// Bounded decompression of one gzip member.
#include <zlib.h>

#include <algorithm>
#include <memory>

#include "lab/kat/reader.h"

namespace lydite::lab::kat {
namespace {

// Inflates `stream` into `text` until it ends, fails or exceeds the limit; the status is zlib's.
int inflate_all(z_stream& stream, std::string& text) {
  std::vector<char> block(1 << 16);
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    text.append(block.data(), block.size() - stream.avail_out);
    if (status != Z_OK || text.size() > max_text_size) return status;
  }
}

}  // namespace

std::string gunzip(std::string_view source, std::span<const std::uint8_t> bytes) {
  if (bytes.size() > max_stored_size) throw ParseError(source, 0, "file too large");
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) throw ParseError(source, 0, "no memory to decompress");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  const int status = inflate_all(stream, text);
  if (text.size() > max_text_size) throw ParseError(source, 0, "too large after decompression");
  if (status == Z_BUF_ERROR) throw ParseError(source, 0, "truncated gzip stream");
  if (status != Z_STREAM_END) throw ParseError(source, 0, "not a gzip stream, or a damaged one");
  if (stream.avail_in != 0) throw ParseError(source, 0, "data after the end of the gzip stream");
  return text;
}

}  // namespace lydite::lab::kat
