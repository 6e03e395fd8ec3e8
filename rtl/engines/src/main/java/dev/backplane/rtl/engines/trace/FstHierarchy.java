package dev.backplane.rtl.engines.trace;

/** Walks over the scopes and names of an FST file. */
final class FstHierarchy {
  /** Receives what is there, in the order of the file. */
  interface Visitor {
    void enter(String scope);

    void leave();

    void note(String text);

    /**
     * A name of a signal.
     *
     * @param type the number of its type
     * @param name with the range of its bits behind it
     * @param handle its handle; several names may have one
     */
    void signal(int type, String name, int handle);
  }

  private FstHierarchy() {}

  static void walk(byte[] plain, Visitor visitor) {
    FstInput text = new FstInput(plain);
    int handles = 0;
    while (!text.isEmpty()) {
      int tag = text.u8();
      switch (tag) {
        case FstWriter.SCOPE -> {
          text.u8();
          String name = text.text();
          text.text();
          visitor.enter(name);
        }
        case FstWriter.UPSCOPE -> visitor.leave();
        case FstWriter.ATTRIBUTE -> {
          int type = text.u8();
          int subtype = text.u8();
          String words = text.text();
          text.varint();
          if (type == 0 && subtype == 0) {
            visitor.note(words);
          }
        }
        case FstWriter.ATTRIBUTE + 1 -> {
          // The end of an attribute has no content.
        }
        default -> {
          text.u8();
          String name = text.text();
          text.varint();
          int alias = text.varSize();
          visitor.signal(tag, name, alias == 0 ? handles++ : alias - 1);
        }
      }
    }
  }
}
