package dev.backplane.rtl.netlist;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import java.math.BigInteger;

/** Takes one line of a netlist text apart. */
final class LineScanner {
  private final String line;
  private final int number;
  private int at;

  LineScanner(String line, int number) {
    this.line = line;
    this.number = number;
    skipSpace();
  }

  boolean atEnd() {
    return at == line.length();
  }

  /** Takes a character if it is next; no space is skipped before it, all space after it is. */
  boolean accept(char c) {
    if (at < line.length() && line.charAt(at) == c) {
      at++;
      skipSpace();
      return true;
    }
    return false;
  }

  void expect(char c) {
    if (!accept(c)) {
      throw wrong("'" + c + "' expected");
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw wrong("more than the line needs");
    }
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw wrong("'" + word + "' expected");
    }
  }

  boolean acceptWord(String word) {
    int end = at + word.length();
    if (line.startsWith(word, at) && (end == line.length() || line.charAt(end) == ' ')) {
      at = end;
      skipSpace();
      return true;
    }
    return false;
  }

  /** A keyword: lower case letters and underscores. */
  String word() {
    int from = at;
    while (at < line.length() && (isLower(line.charAt(at)) || line.charAt(at) == '_')) {
      at++;
    }
    if (from == at) {
      throw wrong("a word expected");
    }
    String word = line.substring(from, at);
    skipSpace();
    return word;
  }

  boolean nextIsDigit() {
    return at < line.length() && isDigit(line.charAt(at));
  }

  String name() {
    return at < line.length() && line.charAt(at) == '"' ? quoted() : plain();
  }

  private String plain() {
    int from = at;
    if (nextIsDigit()) {
      throw wrong("a name expected");
    }
    while (at < line.length() && isNamePart(line.charAt(at))) {
      at++;
    }
    if (from == at) {
      throw wrong("a name expected");
    }
    String name = line.substring(from, at);
    skipSpace();
    return name;
  }

  private String quoted() {
    StringBuilder name = new StringBuilder();
    at++;
    while (at < line.length() && line.charAt(at) != '"') {
      char c = line.charAt(at++);
      if (c == '\\') {
        c = escaped();
      }
      name.append(c);
    }
    if (at == line.length()) {
      throw wrong("a quoted name does not end");
    }
    if (name.isEmpty()) {
      throw wrong("a name is empty");
    }
    at++;
    skipSpace();
    return name.toString();
  }

  private char escaped() {
    if (at < line.length() && (line.charAt(at) == '"' || line.charAt(at) == '\\')) {
      return line.charAt(at++);
    }
    if (at + 5 <= line.length() && line.charAt(at) == 'u') {
      int code = 0;
      for (int i = 1; i <= 4; i++) {
        int digit = Character.digit(line.charAt(at + i), 16);
        if (digit < 0) {
          throw wrong("\\u needs four hexadecimal digits");
        }
        code = code * 16 + digit;
      }
      at += 5;
      return (char) code;
    }
    throw wrong("unknown escape in a quoted name");
  }

  /** A decimal number from {@code low} to {@code high}. */
  int decimal(String what, int low, int high) {
    int from = at;
    long value = 0;
    while (nextIsDigit() && value <= high) {
      value = value * 10 + (line.charAt(at++) - '0');
    }
    if (from == at || value < low || value > high) {
      throw wrong(what + " must be a number from " + low + " to " + high);
    }
    skipSpace();
    return (int) value;
  }

  /** A hexadecimal number of at most {@code width} bits. */
  BigInteger hex(int width) {
    int from = at;
    while (at < line.length() && Character.digit(line.charAt(at), 16) >= 0) {
      at++;
    }
    if (from == at) {
      throw wrong("a hexadecimal number expected");
    }
    // Measured before it is converted: conversion takes time quadratic in the number of digits.
    if (at - from > width / 4 + 1) {
      throw wrong("a number does not fit " + width + " bits");
    }
    BigInteger value = new BigInteger(line.substring(from, at), 16);
    if (value.bitLength() > width) {
      throw wrong("a number does not fit " + width + " bits");
    }
    skipSpace();
    return value;
  }

  RtlException wrong(String problem) {
    return wrong(number, "column " + (at + 1) + ": " + problem);
  }

  static RtlException wrong(int number, String problem) {
    return new RtlException(
        RtlError.NETLIST_INVALID,
        "netlist line " + number + ": " + problem + ". Build the image again");
  }

  private void skipSpace() {
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNamePart(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$' || c == '.';
  }
}
