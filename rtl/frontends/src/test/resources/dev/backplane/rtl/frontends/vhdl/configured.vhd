-- One entity in two configurations.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity leaf is generic (W : integer := 4; S : string := "x"); port (x : in std_logic_vector; y : out std_logic_vector(W-1 downto 0)); end;
architecture a1 of leaf is begin y <= std_logic_vector(resize(unsigned(x), W)); end;
architecture a2 of leaf is begin y <= not std_logic_vector(resize(unsigned(x), W)); end;
library ieee; use ieee.std_logic_1164.all;
entity mid is port (x : in std_logic_vector(3 downto 0); y : out std_logic_vector(3 downto 0)); end;
architecture m of mid is component leaf is generic (W : integer := 4; S : string := "x"); port (x : in std_logic_vector; y : out std_logic_vector(W-1 downto 0)); end component;
 begin v : leaf generic map (W => 4) port map (x, y); end;
configuration c1 of mid is for m for v : leaf use entity work.leaf(a1); end for; end for; end;
configuration c2 of mid is for m for v : leaf use entity work.leaf(a2); end for; end for; end;
library ieee; use ieee.std_logic_1164.all;
entity configured is port (a, b : in std_logic_vector(3 downto 0); q : out std_logic_vector(15 downto 0); r : out std_logic_vector(7 downto 0)); end;
architecture rtl of configured is 
 component leaf is generic (W : integer := 4; S : string := "x"); port (x : in std_logic_vector; y : out std_logic_vector(W-1 downto 0)); end component;
 for u3 : leaf use entity work.leaf(a1);
 for others : leaf use entity work.leaf(a2);
begin 
u1 : configuration work.c1 port map (a, q(3 downto 0));
u2 : configuration work.c2 port map (a, q(7 downto 4));
u3 : leaf port map (b, q(11 downto 8));
u4 : leaf port map (b, q(15 downto 12));
u5 : leaf generic map (W => 6, S => "abc") port map (b(2 downto 0), r(5 downto 0));
u6 : entity work.leaf(a1) generic map (W => 2, S => "abd") port map (b, r(7 downto 6));
end;
