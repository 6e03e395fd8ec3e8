/**
 * Native plugins of the DPC++ plugin interface. {@code PluginLibrary} loads one and asks for its
 * version ({@code PluginStruct} is what they exchange); {@code SlotList} says which function is in
 * which slot of that version's table; {@code NativePi} is the Java table of them.
 */
package dev.backplane.pi.driver;
