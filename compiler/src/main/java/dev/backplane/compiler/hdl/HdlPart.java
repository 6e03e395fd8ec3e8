package dev.backplane.compiler.hdl;

/** What a node becomes: one instance, and the files that are generated for it. */
public sealed interface HdlPart permits HdlInstance, HdlFile {}
