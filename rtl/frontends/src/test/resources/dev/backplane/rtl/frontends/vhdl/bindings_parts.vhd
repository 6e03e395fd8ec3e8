-- One entity with two architectures, and one that a configuration binds to a component of another name.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.bindings_types.all;

entity step is
  generic (AMOUNT : integer := 1; MODE : mode_t := pass; LABELLED : string := "none"; FLAG : boolean := false;
           MASK : std_logic_vector(39 downto 0) := (others => '0'));
  port (clk : in std_logic; d : in std_logic_vector(WIDTH - 1 downto 0); q : out std_logic_vector(WIDTH - 1 downto 0));
end entity;

architecture early of step is
begin
  q <= std_logic_vector(unsigned(d) + 100);
end architecture;

architecture late of step is
begin
  process (clk)
    variable v : std_logic_vector(7 downto 0);
  begin
    if rising_edge(clk) then
      v := std_logic_vector(signed(d) + AMOUNT);
      case MODE is
        when pass => null;
        when invert => v := not v;
        when swap => rotate(v, 4);
      end case;
      if FLAG then rotate(v); end if;
      if LABELLED = "mask" then v := v xor MASK(39 downto 32); end if;
      q <= v;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity \Odd Part\ is
  port (\in\ : in std_logic_vector(7 downto 0); o : out std_logic_vector(7 downto 0));
end entity;

architecture rtl of \Odd Part\ is
begin
  o <= \in\(0) & \in\(7 downto 1);
end architecture;
