#include "lab/kat/mlkem_kat.h"

#include <algorithm>
#include <utility>

#include "lab/kat/answer.h"
#include "lydite/sha3.h"

namespace lydite::lab::kat {
namespace {

constexpr std::uint64_t large_count = 20'000;

struct Kem {
  std::string set;
  std::vector<KemWay> ways;
};

// A record that must be refused has `result = invalid`, or is an encapsulation key and nothing else.
bool must_be_refused(const Record& record) {
  return record.has("result") ? record.text("result") == "invalid" : !record.has("k") && !record.has("dk");
}
bool may_be_refused(const Record& record) { return record.text("result") == "acceptable"; }

Octets seed_of(const Record& record) {
  if (record.has("seed")) return required_bytes(record, "seed");
  Octets seed = required_bytes(record, "d");
  const Octets z = required_bytes(record, "z");
  seed.insert(seed.end(), z.begin(), z.end());
  return seed;
}

Kat verdict_on_refusal(const Record& record, std::string_view way, bool refused) {
  if (refused == must_be_refused(record) || (refused && may_be_refused(record))) return passed();
  return failed(fmt::format("{}: {}", way, refused ? "refused, but valid" : "accepted, but must be refused"));
}

// Runs `check` for each way that offers `member`, until one fails. Without any such way the record is nobody's.
template <class Member, class Check>
Kat for_each_way(const Kem& kem, Member member, Check check) {
  Kat kat = not_mine();
  for (const KemWay& way : kem.ways) {
    if (!(way.*member)) continue;
    kat = check(way);
    if (is_failure(kat)) return kat;
  }
  return kat;
}

Kat answer_keygen(const Kem& kem, const Record& record) {
  return for_each_way(kem, &KemWay::keygen, [&](const KemWay& way) {
    const auto keys = way.keygen(seed_of(record));
    Kat kat = verdict_on_refusal(record, way.name, !keys);
    if (is_failure(kat) || !keys) return kat;
    kat = compare(way.name, "ek", required_bytes(record, "ek"), keys->ek);
    return is_failure(kat) ? kat : compare(way.name, "dk", required_bytes(record, "dk"), keys->dk);
  });
}

Kat compare_encapsulation(const Record& record, const KemWay& way, const std::optional<KemEncapsulation>& got) {
  Kat kat = verdict_on_refusal(record, way.name, !got);
  if (is_failure(kat) || !got) return kat;
  kat = compare(way.name, "c", required_bytes(record, "c"), got->c);
  return is_failure(kat) ? kat : compare(way.name, "k", required_bytes(record, "k"), got->k);
}

Kat answer_encapsulation(const Kem& kem, const Record& record) {
  const Octets ek = required_bytes(record, "ek"), m = required_bytes(record, "m");
  return for_each_way(kem, &KemWay::encapsulate,
                      [&](const KemWay& way) { return compare_encapsulation(record, way, way.encapsulate(ek, m)); });
}

Kat compare_secret(const Record& record, const KemWay& way, const std::optional<Octets>& k) {
  const Kat kat = verdict_on_refusal(record, way.name, !k);
  return is_failure(kat) || !k ? kat : compare(way.name, "k", required_bytes(record, "k"), *k);
}

Kat answer_decapsulation(const Kem& kem, const Record& record) {
  const Octets dk = required_bytes(record, "dk"), c = required_bytes(record, "c");
  return for_each_way(kem, &KemWay::decapsulate,
                      [&](const KemWay& way) { return compare_secret(record, way, way.decapsulate(dk, c)); });
}

// The decapsulation key is given by its seed, which the first way that can expands.
Kat answer_seed_decapsulation(const Kem& kem, const Record& record) {
  const auto generator = std::ranges::find_if(kem.ways, [](const KemWay& way) { return way.keygen != nullptr; });
  if (generator == kem.ways.end()) return not_mine();
  const Octets c = required_bytes(record, "c");
  const auto keys = generator->keygen(required_bytes(record, "seed"));
  if (keys && record.has("ek") && !must_be_refused(record)) {
    const Kat kat = compare(generator->name, "ek", required_bytes(record, "ek"), keys->ek);
    if (is_failure(kat)) return kat;
  }
  return for_each_way(kem, &KemWay::decapsulate, [&](const KemWay& way) {
    return compare_secret(record, way, keys ? way.decapsulate(keys->dk, c) : std::nullopt);
  });
}

// A key that is checked and not used.
Kat answer_key_check(const Kem& kem, const Record& record, std::string_view field, bool is_ek, bool expected) {
  const Octets key = required_bytes(record, field);
  return for_each_way(kem, is_ek ? &KemWay::accepts_ek : &KemWay::accepts_dk, [&](const KemWay& way) {
    const bool accepted = (is_ek ? way.accepts_ek : way.accepts_dk)(key);
    return accepted == expected ? passed()
                                : failed(fmt::format("{}: key {}", way.name, accepted ? "accepted" : "refused"));
  });
}

Kat answer_acvp_key_check(const Kem& kem, const Record& record) {
  const auto function = record.text("function"), expected = record.text("passed");
  const bool is_ek = function == "encapsulationKeyCheck";
  if (!is_ek && function != "decapsulationKeyCheck") return not_mine();
  if (expected != "true" && expected != "false") malformed(record, "passed");
  return answer_key_check(kem, record, "key", is_ek, expected == "true");
}

// --- Digests over many cases ---------------------------------------------------------------------------------------

void absorb(Shake128::Incremental& sponge, std::initializer_list<const Octets*> parts) {
  for (const Octets* part : parts) sponge.absorb(*part);
}

Octets draw(Shake128::Incremental& source, std::size_t size) {
  Octets bytes(size);
  source.squeeze(bytes);
  return bytes;
}

// One round; false if an honest input was refused.
bool accumulate(const KemWay& way, bool full, Shake128::Incremental& source, Shake128::Incremental& sum) {
  const Octets seed = draw(source, 64), m = draw(source, 32);
  const auto keys = way.keygen(seed);
  if (!keys) return false;
  const auto sent = way.encapsulate(keys->ek, m);
  if (!sent) return false;
  const auto rejected = way.decapsulate(keys->dk, draw(source, sent->c.size()));
  if (!rejected) return false;
  absorb(sum, {&keys->ek});
  if (full) absorb(sum, {&keys->dk});
  absorb(sum, {&sent->c, &sent->k, &*rejected});
  return true;
}

// Seeds are read from the SHAKE128 output of the empty string; all results go into a second SHAKE128.
Kat answer_accumulated(const Kem& kem, const Record& record) {
  const std::uint64_t count = required_integer(record, "count");
  const auto format = record.text("format");
  if (format != "go" && format != "full") malformed(record, "format");
  if (count > large_count && !record.large) return skipped(fmt::format("{} cases", count));
  return for_each_way(kem, &KemWay::keygen, [&](const KemWay& way) {
    if (!way.encapsulate || !way.decapsulate) return passed();
    Shake128::Incremental source, sum;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!accumulate(way, format == "full", source, sum))
        return failed(fmt::format("{}: case {} refused", way.name, i));
    }
    return compare(way.name, "out", required_bytes(record, "out"), draw(sum, 32));
  });
}

// Encapsulates and, where the record has the other key too, decapsulates.
Kat answer_both(const Kem& kem, const Record& record) {
  const Kat kat = answer_encapsulation(kem, record);
  return is_failure(kat) || !record.has("dk") ? kat : answer_decapsulation(kem, record);
}

Kat answer(const Kem& kem, const Record& record) {
  if (record.text("set") != kem.set) return not_mine();
  if (has_all(record, {"format", "count", "out"})) return answer_accumulated(kem, record);
  if (has_all(record, {"function", "key", "passed"})) return answer_acvp_key_check(kem, record);
  if (has_all(record, {"ek", "m"})) return answer_both(kem, record);
  if (has_all(record, {"dk", "c"})) return answer_decapsulation(kem, record);
  if (has_all(record, {"seed", "c"})) return answer_seed_decapsulation(kem, record);
  if (has_all(record, {"ek", "dk"}) && (record.has("seed") || has_all(record, {"d", "z"})))
    return answer_keygen(kem, record);
  if (record.has("ek")) return answer_key_check(kem, record, "ek", true, !must_be_refused(record));
  if (record.has("dk")) return answer_key_check(kem, record, "dk", false, !must_be_refused(record));
  return not_mine();
}

}  // namespace

Answer kem_answer(std::string_view set, std::vector<KemWay> ways) {
  return [kem = Kem{std::string(set), std::move(ways)}](const Record& record) { return answer(kem, record); };
}

}  // namespace lydite::lab::kat
