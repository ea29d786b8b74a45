//: what: a scratch buffer of a parser becomes a plain static member
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <string>
#include <thread>
#include <vector>
class Parser {
 public:
  size_t Count(const std::string& text) {
    words_.clear();
    std::string word;
    for (char c : text + " ") {
      if (c != ' ') {
        word += c;
      } else if (!word.empty()) {
        words_.push_back(word);
        word.clear();
      }
    }
    return words_.size();
  }

 private:
-  static thread_local std::vector<std::string> words_;
+  static std::vector<std::string> words_;
};
-thread_local std::vector<std::string> Parser::words_;
+std::vector<std::string> Parser::words_;
int main() {
  std::thread a([] { Parser().Count("a b"); });
  std::thread b([] { Parser().Count("c"); });
  a.join();
  b.join();
}
