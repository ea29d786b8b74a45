#include "gen/model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace reweave::gen {

namespace {

using Json = nlohmann::json;

std::vector<Type> ReadTypes(const Json& json);

Type ReadType(const Json& json) {
  Type out;
  out.text = json.value("text", "");
  out.value = json.value("value", "");
  out.kind = json.value("kind", "other");
  out.ref = json.value("ref", "");
  out.is_const = json.value("const", false);
  out.is_signed = json.value("signed", false);
  out.is_char = json.value("char", false);
  out.bits = json.value("bits", 0);
  out.enumerators = json.value("enumerators", std::vector<std::string>());
  if (json.contains("of")) out.of = ReadTypes(json["of"]);
  if (json.contains("returns")) out.returns = {ReadType(json["returns"])};
  out.complete = json.value("complete", true);
  out.has_default = json.value("default", false);
  out.copies = json.value("copy", false);
  out.moves = json.value("move", false);
  out.is_abstract = json.value("abstract", false);
  out.aggregate = json.value("aggregate", false);
  if (json.contains("constructors"))
    for (const Json& types : json["constructors"]) out.constructors.push_back(ReadTypes(types));
  out.ends_with_code = json.value("ends_with_code", false);
  if (json.contains("observed"))
    for (const Json& one : json["observed"])
      out.observed_by.push_back(one.value("access", "")), out.observed.push_back(ReadType(one["type"]));
  return out;
}

std::vector<Type> ReadTypes(const Json& json) {
  std::vector<Type> out;
  for (const Json& type : json) out.push_back(ReadType(type));
  return out;
}

std::vector<Callable> ReadCallables(const Json& model, const char* key) {
  std::vector<Callable> out;
  if (!model.contains(key)) return out;
  for (const Json& json : model[key]) {
    Callable one;
    one.name = json.value("name", "");
    one.signature = json.value("signature", "");
    one.comment = json.value("comment", "");
    one.inherited_from = json.value("inherited_from", "");
    one.is_const = json.value("const", false);
    one.is_static = json.value("static", false);
    one.nodiscard = json.value("nodiscard", false);
    one.factory = json.value("factory", false);
    one.initialises = json.value("initialises", false);
    one.copies = json.value("copies", false);
    one.template_of = json.value("template_of", "");
    one.why_not = json.value("why_not", "");
    if (json.contains("returns")) one.returns = ReadType(json["returns"]);
    if (json.contains("parameters"))
      for (const Json& parameter : json["parameters"])
        one.parameters.push_back({parameter.value("name", ""), ReadType(parameter["type"]), parameter.value("default", false)});
    out.push_back(std::move(one));
  }
  return out;
}

std::unexpected<Error> Failed(const Json& json, const std::string& header, const std::string& name) {
  const std::string message = json.value("message", "");
  if (json["error"] == "header" && message.starts_with("unknown argument"))
    return Fail(ErrorCategory::kUsage, "the compiler does not know a word that follows --", header, message,
                "options of reweave gen go before --, flags of the compiler after it");
  if (json["error"] == "header")
    return Fail(
        ErrorCategory::kUsage, kHeaderDoesNotCompile, header, message,
        "compile it with the same flags first; flags come from the compile database (-p DIR) or follow --; for a header that "
        "needs another one before it: -- -include OTHER.h");
  const auto classes = json.value("classes", std::vector<std::string>());
  std::string hint = "name it as in C++, with its namespace and template arguments: --class 'ns::Cache<int, int>'";
  if (!classes.empty()) hint = fmt::format("the header declares: {}", fmt::join(classes, ", "));
  return Fail(ErrorCategory::kUsage, fmt::format("no class '{}'", name), header, message, hint);
}

}  // namespace

Result<ClassModel> ParseClassModel(std::string_view text, const std::string& header, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object())
    return Fail(ErrorCategory::kInternal, "reweave-classes printed no model", header, std::string(text.substr(0, 200)));
  if (json.contains("error")) return Failed(json, header, name);
  ClassModel out;
  out.header = header;
  out.name = json.value("name", name);
  out.short_name = json.value("short", "");
  out.c_style = json.value("style", "") == "struct";
  out.is_abstract = json.value("abstract", false);
  out.destructible = json.value("destructible", true);
  out.complete = json.value("complete", true);
  out.has_main = json.value("has_main", false);
  out.comment = json.value("comment", "");
  out.file_comment = json.value("file_comment", "");
  out.locks = json.value("locks", std::vector<std::string>());
  out.constructors = ReadCallables(json, "constructors");
  out.destructors = ReadCallables(json, "destructors");
  out.methods = ReadCallables(json, "methods");
  if (json.contains("literals")) {
    out.int_literals = json["literals"].value("ints", std::vector<long>());
    out.string_literals = json["literals"].value("strings", std::vector<std::string>());
  }
  return out;
}

}  // namespace reweave::gen
