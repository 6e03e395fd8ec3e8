package dev.backplane.cli;

import picocli.CommandLine.ITypeConverter;

/** Lets the command line be read as {@link ArgumentText}. */
final class ArgumentTextConverter implements ITypeConverter<ArgumentText> {
  @Override
  public ArgumentText convert(String text) {
    return ArgumentText.parse(text);
  }
}
