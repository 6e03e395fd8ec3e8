package dev.backplane.compiler.hdl;

/** A language that designs are written in. */
interface HdlLanguage {
  /** The name of the pass in messages. */
  String pass();

  /** The ending of file names, with the dot. */
  String suffix();

  /** Writes memories around a static unit. */
  String romUnit(RomUnit unit);

  /** Writes the unit that connects the stages. */
  String network(Network network);

  /** Writes the kernel around the network. */
  String kernel(Network network);

  /** Writes the skeleton around the network. */
  String skeleton(Skeleton skeleton);
}
