package dev.backplane.cli.view;

import dev.backplane.view.Tab;
import java.nio.file.Path;

/** A kind of files that the page shows. */
interface FileKind {
  /** {@return its name for people, such as {@code an xclbin}} */
  String words();

  /** {@return the name of its tabs in addresses} */
  String id();

  /** {@return whether a file is of this kind, or damaged but meant to be} */
  boolean isOne(FileStart start);

  /**
   * Reads a file, so that a damaged one is told before there is a page.
   *
   * @param id the name of the tab in addresses
   * @param title its name for people
   * @return the part of the page that shows it
   */
  Tab tab(String id, String title, Path file);
}
